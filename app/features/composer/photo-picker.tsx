import { Trans, useLingui } from "@lingui/react/macro";
import { ImagePlus, X } from "lucide-react";
import { type ChangeEvent, type RefObject, useEffect, useId, useRef } from "react";
import { PHOTOS_MAX } from "~/contract/limits";
import { frameOf, type PostFrame } from "~/contract/post-frame";
import type { EditedPhoto } from "~/features/darkroom/apply-edits";
import { IMAGE_FILES } from "~/features/photo/load-photo";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { DropHint } from "~/ui/drop-hint";
import { FieldError, firstError } from "~/ui/field-error";
import { IconButton } from "~/ui/icon-button";
import { Progress } from "~/ui/progress";
import { useUnsavedWork } from "~/ui/unsaved-work";
import { useDroppedFiles, usePastedFiles } from "~/ui/use-taken-files";
import { EditButton } from "./edit-button";
import { type ChosenPhoto, frameOfSet } from "./photo-list";
import { PhotoRow } from "./photo-row";
import { sharingText, uploadedFraction } from "./upload-progress";
import type { Photos } from "./use-photos";

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
 * Renders a drop zone for chosen, dropped or pasted photos, or the selected photo above the row of all photos.
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
      {/* Stays mounted beside the preview. Unmounting the focused field would fire its blur event during React's
           commit, and the form would be submitted without React's handler. */}
      <input
        ref={input}
        id={id}
        name="file"
        type="file"
        accept={IMAGE_FILES}
        aria-label={t({ message: "Image", comment: "Label of the field that takes the photos of a post" })}
        aria-describedby={invalid ? `${id}-error` : undefined}
        aria-invalid={invalid || undefined}
        onChange={choose}
        className="peer sr-only"
      />
      {selected ? (
        <>
          <SelectedPhoto {...{ picker, frame, input, onRetry, onChange }} photo={selected} />
          <PhotoRow picker={picker} inputId={id} isDropTarget={isOver} />
        </>
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

interface SelectedPhotoProps extends Pick<Props, "picker" | "frame" | "onRetry" | "onChange"> {
  photo: ChosenPhoto;
  input: RefObject<HTMLInputElement | null>;
}

function SelectedPhoto({ picker, frame, photo, input, onRetry, onChange }: SelectedPhotoProps) {
  const isFull = picker.photos.length + picker.opening >= PHOTOS_MAX;
  return (
    <figure
      className={classNames(
        "relative overflow-hidden rounded-card bg-wash",
        isFull &&
          "peer-focus-visible:outline-2 peer-focus-visible:outline-ember peer-focus-visible:outline-offset-2",
      )}
    >
      <Preview picker={picker} photo={photo} frame={frame} />
      <PhotoControls
        key={photo.id}
        picker={picker}
        photo={photo}
        onRetry={() => onRetry(photo)}
        onEdit={(edited) => {
          onChange();
          for (const one of edited) picker.edit(one);
        }}
        onRemove={() => {
          onChange();
          picker.remove(photo);
          // The button goes with the photo.
          input.current?.focus();
        }}
      />
    </figure>
  );
}

/** Scrolls to a message about the photos that is off screen: Share is at the end. @returns the ref of its element */
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

/** Renders the selected photo as the post will show it: several photos share a frame. */
function Preview({ picker, photo, frame }: Pick<Props, "picker" | "frame"> & { photo: ChosenPhoto }) {
  const { t } = useLingui();
  const { photos, measure } = picker;
  const [first] = photos;
  const { width, height } = frameOf({
    frame: frameOfSet(frame, photos),
    width: first?.ratio ?? 1,
    height: 1,
  });
  const isFramed = photos.length > 1 && first?.ratio !== undefined;
  return (
    <img
      src={photo.preview}
      alt={photo.altText || t`Preview of your photo`}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        measure(photo.id, naturalWidth / naturalHeight)
      }
      style={
        isFramed
          ? { aspectRatio: `${width} / ${height}`, width: `min(100%, 60dvh * ${width / height})` }
          : undefined
      }
      className={classNames("mx-auto object-contain", !isFramed && "max-h-[60dvh]")}
    />
  );
}

interface PhotoControlsProps {
  picker: Photos;
  photo: ChosenPhoto;
  onEdit: (edited: EditedPhoto[]) => void;
  onRemove: () => void;
  onRetry: () => void;
}

/** Renders Edit and Remove over the selected photo, or the progress of the uploads in flight. */
function PhotoControls({ picker, photo, onEdit, onRemove, onRetry }: PhotoControlsProps) {
  const { t } = useLingui();
  const isSeveral = picker.photos.length > 1;
  // The bar with Share has the progress of the post.
  if (picker.isSharing) return null;
  if (picker.photos.some(({ progress }) => progress !== null))
    return (
      <figcaption className="absolute inset-x-0 bottom-0 flex items-center gap-3 bg-paper/85 p-3 backdrop-blur-sm">
        <Progress
          value={uploadedFraction(picker.photos)}
          label={isSeveral ? t`Uploading your photos` : t`Uploading your photo`}
          className="flex-1"
        />
        <Button variant="quiet" size="small" onClick={picker.cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </figcaption>
    );
  return (
    <>
      <div className="absolute end-2 top-2 flex gap-2">
        {photo.original && (
          <EditButton picker={picker} photo={photo} original={photo.original} onEdit={onEdit} />
        )}
        <IconButton label={t`Remove image`} icon={<X aria-hidden />} variant="photo" onClick={onRemove} />
      </div>
      {isSeveral && photo.failure && (
        <figcaption className="absolute inset-x-0 bottom-0 flex items-center gap-3 bg-paper/95 p-3 backdrop-blur-sm">
          <p className="wrap-anywhere flex-1 text-danger text-sm">{photo.failure}</p>
          <Button variant="quiet" size="small" onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
        </figcaption>
      )}
    </>
  );
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
