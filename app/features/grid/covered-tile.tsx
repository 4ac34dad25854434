import { Trans, useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { openPhoto, type PhotoBox } from "~/features/post/covered-photo";
import { IconButton } from "~/ui/icon-button";
import { Photo, type PhotoProps } from "~/ui/photo";

/** Renders the cover of a tile. Its button is `ShowTileButton`, because the tile is a link. */
export function CoveredTile(photo: Omit<PhotoProps, "cover" | "shape">) {
  return (
    <Photo
      {...photo}
      shape="square"
      cover={
        <span className="absolute inset-0 flex items-center justify-center bg-dusk-deep/85 text-dusk-ink">
          <EyeOff aria-hidden className="size-7" />
          <span className="sr-only">
            <Trans>Sensitive photo</Trans>
          </span>
        </span>
      }
    />
  );
}

/** The button that shows the photo of a covered tile. */
export function ShowTileButton({ id, box }: { id: string; box: PhotoBox }) {
  const { t } = useLingui();
  return (
    <span className="absolute end-1 top-1">
      <IconButton
        label={t`Show photo`}
        variant="photo"
        tooltip
        icon={<Eye aria-hidden className="!size-5" />}
        onClick={() => openPhoto(id, box)}
      />
    </span>
  );
}
