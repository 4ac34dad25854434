import { ImagePlus, SlidersHorizontal, X } from "lucide-react";
import { type ChangeEvent, type DragEvent, Suspense, useEffect, useId, useState } from "react";
import type { Edits } from "~/features/darkroom/edits";
import { loadImage, PhotoError } from "~/features/photo/load-photo";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { FieldError } from "~/ui/field-error";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { Progress } from "~/ui/progress";
import { showToast } from "~/ui/toast";
import type { PhotoState } from "./use-photo";

const Darkroom = lazyPart(() => import("~/features/darkroom/darkroom.client"));

interface Props {
  photo: PhotoState;
  /** Uploaded fraction, 0 to 1; null while no upload is in flight. */
  progress: number | null;
  altText: string;
  error?: string[];
  onFile: (file: File) => void;
  onEdit: (edits: Edits, edited: Blob | null) => void;
  onRemove: () => void;
  onCancel: () => void;
}

/** Renders a drop zone that takes a chosen, dropped or pasted photo, or the preview of the photo with Edit and Remove. */
export function PhotoPicker({ photo, progress, altText, error, onFile, onEdit, onRemove, onCancel }: Props) {
  const id = useId();
  usePaste(onFile);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (file) onFile(file);
  }
  const invalid = Boolean(error?.length);
  return (
    <div className="grid grid-cols-1 gap-1.5">
      {/* Stays mounted beside the preview. If the focused field were unmounted, the browser would fire its blur event during
          React's commit, and the form would be submitted without React's handler. */}
      <input
        id={id}
        name="file"
        type="file"
        accept="image/*"
        aria-label="Image"
        aria-describedby={`${id}-error`}
        aria-invalid={invalid || undefined}
        onChange={choose}
        className="peer sr-only"
      />
      {photo.step === "ready" ? (
        <figure
          data-unsaved
          className="relative overflow-hidden rounded-card bg-wash peer-focus-visible:outline-2 peer-focus-visible:outline-ember peer-focus-visible:outline-offset-2"
        >
          <img
            src={photo.preview}
            alt={altText || "Preview of your photo"}
            className="mx-auto max-h-[60dvh] object-contain"
          />
          {progress === null ? (
            <div className="absolute top-2 end-2 flex gap-2">
              {photo.original && <EditButton original={photo.original} edits={photo.edits} onEdit={onEdit} />}
              <IconButton label="Remove image" icon={<X aria-hidden />} look="photo" onClick={onRemove} />
            </div>
          ) : (
            <figcaption className="absolute inset-x-0 bottom-0 flex items-center gap-3 bg-paper/85 p-3 backdrop-blur-sm">
              <Progress value={progress} label="Uploading your photo" className="flex-1" />
              <Button look="quiet" size="small" onClick={onCancel}>
                Cancel
              </Button>
            </figcaption>
          )}
        </figure>
      ) : (
        <DropZone id={id} checking={photo.step === "checking"} invalid={invalid} onFile={onFile} />
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function EditButton({ original, edits, onEdit }: { original: Blob; edits: Edits } & Pick<Props, "onEdit">) {
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
          <Darkroom image={image} initial={edits} onApply={onEdit} onClose={() => setImage(null)} />
        </Suspense>
      )}
    </>
  );
}

function DropZone({
  id,
  checking,
  invalid,
  onFile,
}: {
  id: string;
  checking: boolean;
  invalid: boolean;
  onFile: (file: File) => void;
}) {
  const [isDragOver, setDragOver] = useState(false);

  function drop(event: DragEvent) {
    event.preventDefault();
    setDragOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  }
  return (
    <label
      htmlFor={id}
      data-unsaved={checking || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={drop}
      className={classNames(
        "flex aspect-[4/3] w-full min-w-0 cursor-pointer flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed p-6 text-center transition-colors",
        "peer-focus-visible:outline-2 peer-focus-visible:outline-ember peer-focus-visible:outline-offset-2 hover:bg-wash",
        isDragOver ? "border-ember bg-wash" : invalid ? "border-danger" : "border-edge",
      )}
    >
      <ImagePlus aria-hidden className="size-9 stroke-[1.25] text-ember" />
      <span className="title text-xl">{checking ? "Opening your photo…" : "Choose a photo"}</span>
      <span className="text-balance text-muted text-sm">
        or drop it here, or paste it · JPEG, PNG, WebP, GIF, AVIF · up to 10 MB
      </span>
    </label>
  );
}

/** Takes an image that is pasted anywhere on the page. */
function usePaste(onFile: (file: File) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = [...(event.clipboardData?.files ?? [])].find((pasted) => pasted.type.startsWith("image/"));
      if (!file) return;
      event.preventDefault();
      onFile(file);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [onFile]);
}
