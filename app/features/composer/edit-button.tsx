import { useLingui } from "@lingui/react/macro";
import { SlidersHorizontal } from "lucide-react";
import { Suspense, useState } from "react";
import type { EditedPhoto } from "~/features/darkroom/apply-edits";
import { useViewer } from "~/features/session/viewer";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import type { ChosenPhoto } from "./photo-list";
import type { Photos } from "./use-photos";

const Darkroom = lazyPart(() => import("~/features/darkroom/darkroom.client"));

interface Props {
  picker: Photos;
  photo: ChosenPhoto;
  original: Blob;
  onEdit: (edited: EditedPhoto[]) => void;
}

/** Renders the button that opens a photo in the darkroom. */
export function EditButton({ picker, photo, original, onEdit }: Props) {
  const { t } = useLingui();
  const viewer = useViewer();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t`Edit image`}
        icon={<SlidersHorizontal aria-hidden />}
        variant="photo"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <Darkroom
            photoId={photo.id}
            original={original}
            initial={photo.edits}
            memberId={viewer?.id ?? ""}
            keepsOriginals={picker.keepsOriginals}
            others={picker.photos.flatMap(({ id, original: other, edits }) =>
              id !== photo.id && other ? [{ id, original: other, edits }] : [],
            )}
            onApply={onEdit}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
