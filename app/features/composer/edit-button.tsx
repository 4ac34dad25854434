import { SlidersHorizontal } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import type { EditedPhoto } from "~/features/darkroom/apply-edits";
import { loadImage } from "~/features/photo/load-photo";
import { PhotoError } from "~/features/photo/photo-problems";
import { useViewer } from "~/features/session/viewer";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { showToast } from "~/ui/toast";
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
  const viewer = useViewer();
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  useEffect(() => () => void (image && URL.revokeObjectURL(image.src)), [image]);

  async function open() {
    const url = URL.createObjectURL(original);
    try {
      setImage(await loadImage(url));
    } catch (error) {
      URL.revokeObjectURL(url);
      if (!(error instanceof PhotoError)) throw error;
      showToast({ kind: "danger", ...error.problem });
    }
  }
  return (
    <>
      <IconButton
        label="Edit image"
        icon={<SlidersHorizontal aria-hidden />}
        look="photo"
        aria-haspopup="dialog"
        onClick={() => void open()}
      />
      {image && (
        <Suspense>
          <Darkroom
            photoId={photo.id}
            image={image}
            initial={photo.edits}
            memberId={viewer?.id ?? ""}
            keepsOriginals={picker.keepsOriginals}
            others={picker.photos.flatMap(({ id, original: other, edits }) =>
              id !== photo.id && other ? [{ id, original: other, edits }] : [],
            )}
            onApply={onEdit}
            onClose={() => setImage(null)}
          />
        </Suspense>
      )}
    </>
  );
}
