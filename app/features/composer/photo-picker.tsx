import { useLingui } from "@lingui/react/macro";
import { ImagePlus } from "lucide-react";
import { type ChangeEvent, Suspense, useEffect, useId, useRef } from "react";
import { PHOTOS_MAX } from "~/contract/limits";
import type { PostFrame } from "~/contract/post-frame";
import { IMAGE_FILES } from "~/features/photo/load-photo";
import { classNames } from "~/ui/class-names";
import { DropHint } from "~/ui/drop-hint";
import { FieldError, firstError } from "~/ui/field-error";
import { lazyPart } from "~/ui/lazy-part";
import { useUnsavedWork } from "~/ui/unsaved-work";
import { useDroppedFiles, usePastedFiles } from "~/ui/use-taken-files";
import type { ChosenPhoto } from "./photo-list";
import { sharingText } from "./upload-progress";
import type { Photos } from "./use-photos";

const ChosenPhotos = lazyPart(() => import("./chosen-photos.client"));

interface Props {
  picker: Photos;
  /** The frame that the member has picked for several photos. */
  frame: PostFrame | null;
  error?: string[];
  onFiles: (files: File[]) => void;
  onRetry: (photo: ChosenPhoto) => void;
  /** Called when the member edits or removes a photo. */
  onChange: () => void;
}

/**
 * Renders a drop zone that takes chosen, dropped or pasted photos, or the selected photo with Edit and Remove above the row of all photos.
 */
export function PhotoPicker({ picker, frame, error, onFiles, onRetry, onChange }: Props) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const message = useShownMessage(firstError(error));
  // Photos that are dropped while the post is being shared are not added, and `onFiles` says so.
  const isOver = useDroppedFiles(onFiles) && !picker.isSharing;
  usePastedFiles(onFiles);
  // Without JavaScript the form takes one photo.
  useEffect(() => {
    if (input.current) input.current.multiple = true;
  }, []);

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = "";
    if (files.length > 0) onFiles(files);
  }
  const { selected, photos, opening } = picker;
  useUnsavedWork(photos.length + opening > 0);
  const invalid = Boolean(error?.length);
  return (
    <div className="group/picker grid grid-cols-1 gap-2">
      {isOver && <DropHint />}
      {/* Stays mounted beside the preview. If the focused field were unmounted, the browser would fire its blur event during
          React's commit, and the form would be submitted without React's handler. */}
      <input
        ref={input}
        id={id}
        name="file"
        type="file"
        accept={IMAGE_FILES}
        aria-label={t({ message: "Image", comment: "Label of the field that takes the photos of a post" })}
        aria-describedby={invalid ? `${id}-error` : undefined}
        aria-invalid={invalid || undefined}
        onFocus={ChosenPhotos.preload}
        onClick={ChosenPhotos.preload}
        onChange={choose}
        className="peer sr-only"
      />
      {selected ? (
        <Suspense fallback={<DropZone id={id} checking invalid={invalid} isDropTarget={isOver} />}>
          <ChosenPhotos
            {...{ picker, frame, input, inputId: id, isDropTarget: isOver, onRetry, onChange }}
            photo={selected}
          />
        </Suspense>
      ) : (
        <DropZone id={id} checking={opening > 0} invalid={invalid} isDropTarget={isOver} />
      )}
      <div ref={message} className="wrap-anywhere">
        <FieldError id={`${id}-error`} error={error} />
      </div>
      <p role="status" className="sr-only">
        {picker.isSharing ? t(sharingText(photos)) : picker.status}
      </p>
    </div>
  );
}

/** Scrolls to a message about the photos that is not in sight: Share is in reach at the end of the fields. @returns the ref of its element */
function useShownMessage(text: string | undefined) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = element;
    if (!text || !current) return;
    const { left, top, height } = current.getBoundingClientRect();
    // Bars cover parts of the window.
    const topmost = document.elementFromPoint(left + 1, top + height / 2);
    if (!current.contains(topmost)) current.scrollIntoView({ block: "center" });
  }, [text]);
  return element;
}

interface DropZoneProps {
  id: string;
  checking: boolean;
  invalid: boolean;
  isDropTarget: boolean;
}

function DropZone({ id, checking, invalid, isDropTarget }: DropZoneProps) {
  const { t } = useLingui();
  const max = PHOTOS_MAX;
  return (
    <label
      htmlFor={id}
      className={classNames(
        "flex aspect-[4/3] w-full min-w-0 cursor-pointer flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed p-6 text-center transition-colors",
        "peer-focus-visible:outline-2 peer-focus-visible:outline-ember peer-focus-visible:outline-offset-2 hover:bg-wash",
        isDropTarget ? "border-ember bg-wash" : invalid ? "border-danger" : "border-edge",
      )}
    >
      <ImagePlus aria-hidden className="size-9 stroke-[1.25] text-ember" />
      <span className="title text-xl">{checking ? t`Opening your photo…` : t`Choose a photo`}</span>
      <span className="text-balance text-muted text-sm">
        {t({
          message: `or several, up to ${max}. Drop them here or paste them · JPEG, PNG, WebP, HEIC, GIF, AVIF · up to 10 MB`,
          comment: "Below “Choose a photo”",
        })}
      </span>
    </label>
  );
}
