import { useStore } from "@nanostores/react";
import { Eye, EyeOff } from "lucide-react";
import { atom } from "nanostores";
import type { MouseEvent } from "react";
import type { PhotoCover } from "~/contract/sensitive";
import { useViewer } from "~/features/session/viewer";
import { Button } from "~/ui/button";
import { IconButton } from "~/ui/icon-button";
import { Photo, type PhotoProps } from "~/ui/photo";

interface Covered {
  id: string;
  cover: PhotoCover;
}

/** Ids of the posts whose covered photo the member has opened since the document was loaded. */
const $opened = atom<ReadonlySet<string>>(new Set());

/** Returns whether a post's photo is covered on the viewer's screens (docs/product.md#sensitive-photos). */
export function useIsCovered({ id, cover }: Covered): boolean {
  const isOpened = useStore($opened, { ssr: "initial" }).has(id);
  const showsAll = useViewer()?.showsSensitive ?? false;
  return Boolean(cover) && !showsAll && !isOpened;
}

/** Opens a photo on every screen. The focus moves to the photo's box, an element with `data-photo-box`, because the button goes. */
function openPhoto(event: MouseEvent<HTMLElement>, id: string): void {
  event.currentTarget.closest<HTMLElement>("[data-photo-box]")?.focus({ preventScroll: true });
  $opened.set(new Set([...$opened.get(), id]));
}

/** Renders the cover of a sensitive photo, with a button that shows the photo. It belongs in a `data-photo-box`. */
export function CoveredPhoto({
  post,
  ...photo
}: Omit<PhotoProps, "photo" | "cover" | "className"> & { post: Covered & PhotoProps["photo"] }) {
  return (
    <Photo
      {...photo}
      photo={post}
      // The button has room on a wide photo too.
      className="min-h-44"
      cover={
        <div className="on-dusk absolute inset-0 flex flex-col items-center justify-center gap-3 bg-dusk-deep/85 p-4 text-center text-dusk-ink">
          <EyeOff aria-hidden className="size-8" />
          <p className="font-semibold">Sensitive photo</p>
          <Button
            look="quiet"
            size="small"
            className="!text-dusk-ink hover:!bg-white/10 active:!bg-white/20"
            onClick={(event) => openPhoto(event, post.id)}
          >
            Show photo
          </Button>
        </div>
      }
    />
  );
}

/** Renders the cover of a tile. Its button is `ShowTileButton`, because the tile is a link. */
export function CoveredTile(photo: Omit<PhotoProps, "cover" | "shape">) {
  return (
    <Photo
      {...photo}
      shape="square"
      cover={
        <span className="absolute inset-0 flex items-center justify-center bg-dusk-deep/85 text-dusk-ink">
          <EyeOff aria-hidden className="size-7" />
          <span className="sr-only">Sensitive photo</span>
        </span>
      }
    />
  );
}

/** The button that shows the photo of a covered tile. */
export function ShowTileButton({ id }: { id: string }) {
  return (
    <span className="absolute end-1 top-1">
      <IconButton
        label="Show photo"
        look="photo"
        tooltip
        icon={<Eye aria-hidden className="!size-5" />}
        onClick={(event) => openPhoto(event, id)}
      />
    </span>
  );
}
