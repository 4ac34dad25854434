import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { RefObject } from "react";
import { PHOTOS_MAX } from "~/contract/limits";
import { frameOf, type PostFrame } from "~/contract/post-frame";
import type { EditedPhoto } from "~/features/darkroom/apply-edits";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { IconButton } from "~/ui/icon-button";
import { Progress } from "~/ui/progress";
import { EditButton } from "./edit-button";
import { type ChosenPhoto, frameOfSet } from "./photo-list";
import { PhotoRow } from "./photo-row";
import { uploadedFraction } from "./upload-progress";
import type { Photos } from "./use-photos";

interface Props {
  picker: Photos;
  /** The frame that the member has picked for several photos. */
  frame: PostFrame | null;
  /** The selected photo. */
  photo: ChosenPhoto;
  /** The field that takes photos, and its id. */
  input: RefObject<HTMLInputElement | null>;
  inputId: string;
  /** Whether files are dragged over the picker. */
  isDropTarget: boolean;
  onRetry: (photo: ChosenPhoto) => void;
  /** Called when the member edits or removes a photo. */
  onChange: () => void;
}

/** The selected photo with Edit and Remove above the row of all photos. A default export, as `lazyPart` needs it. */
export default function ChosenPhotos({ inputId, isDropTarget, ...props }: Props) {
  return (
    <>
      <SelectedPhoto {...props} />
      <PhotoRow picker={props.picker} inputId={inputId} isDropTarget={isDropTarget} />
    </>
  );
}

function SelectedPhoto({
  picker,
  frame,
  photo,
  input,
  onRetry,
  onChange,
}: Omit<Props, "inputId" | "isDropTarget">) {
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
        <Button look="quiet" size="small" onClick={picker.cancel}>
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
        <IconButton label={t`Remove image`} icon={<X aria-hidden />} look="photo" onClick={onRemove} />
      </div>
      {isSeveral && photo.failure && (
        <figcaption className="absolute inset-x-0 bottom-0 flex items-center gap-3 bg-paper/95 p-3 backdrop-blur-sm">
          <p className="wrap-anywhere flex-1 text-danger text-sm">{photo.failure}</p>
          <Button look="quiet" size="small" onClick={onRetry}>
            <Trans>Retry</Trans>
          </Button>
        </figcaption>
      )}
    </>
  );
}
