import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowLeft, ArrowRight, CircleAlert, Plus } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { PHOTOS_MAX } from "~/contract/limits";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { arrowStep } from "~/ui/direction";
import { Progress } from "~/ui/progress";
import type { ChosenPhoto } from "./photo-list";
import { useDrag } from "./use-drag";
import type { Photos } from "./use-photos";

interface Props {
  picker: Photos;
  /** Id of the file input, which "Add photos" opens. */
  inputId: string;
  /** Whether files are dragged over the picker. */
  isDropTarget: boolean;
}

/**
 * Renders the post's photos in order, and a control to add more. A press selects a photo; a drag, Shift with the
 * arrow keys, and the buttons move it. A single photo needs no row.
 */
export function PhotoRow({ picker, inputId, isDropTarget }: Props) {
  const { t } = useLingui();
  const { photos, selected, opening, isSharing } = picker;
  const hintId = useId();
  const { dragged, ...drag } = useDrag(picker.move);
  const isSeveral = photos.length + opening > 1;
  const isFull = photos.length + opening >= PHOTOS_MAX || isSharing;
  return (
    <div className="grid grid-cols-1 gap-2">
      {isSeveral ? (
        <ol aria-label={t`Photos in order`} className="grid grid-cols-5 gap-2" {...drag}>
          {photos.map((photo, at) => (
            <Thumbnail
              key={photo.id}
              photo={photo}
              place={at + 1}
              count={photos.length}
              hintId={hintId}
              isSelected={photo === selected}
              isDragged={photo.id === dragged}
              onSelect={() => picker.select(photo.id)}
              onMeasure={(ratio) => picker.measure(photo.id, ratio)}
              onMove={(steps) => picker.move(photo.id, at + 1 + steps)}
            />
          ))}
          {Array.from({ length: opening }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: files that are being opened look the same.
            <li key={at} className="aspect-square animate-pulse rounded-control bg-wash">
              <span className="sr-only">
                <Trans>Opening your photo…</Trans>
              </span>
            </li>
          ))}
          {!isFull && (
            <li>
              <AddPhotos isTile {...{ inputId, isDropTarget }} />
            </li>
          )}
        </ol>
      ) : (
        !isSharing && <AddPhotos {...{ inputId, isDropTarget }} />
      )}
      {photos.length > 1 && selected && !isSharing && (
        <MoveButtons {...{ picker, hintId }} photo={selected} />
      )}
    </div>
  );
}

interface MoveButtonsProps {
  picker: Photos;
  photo: ChosenPhoto;
  hintId: string;
}

/** The buttons that move the selected photo, and the hint at the other ways. */
function MoveButtons({ picker: { photos, move }, photo, hintId }: MoveButtonsProps) {
  const { t } = useLingui();
  const place = photos.indexOf(photo) + 1;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex flex-wrap gap-2">
        <MoveButton label={t`Move earlier`} isOver={place === 1} onClick={() => move(photo.id, place - 1)}>
          <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
        </MoveButton>
        <MoveButton
          label={t`Move later`}
          isOver={place === photos.length}
          onClick={() => move(photo.id, place + 1)}
        >
          <ArrowRight aria-hidden className="rtl:-scale-x-100" />
        </MoveButton>
      </span>
      <p id={hintId} className="text-muted text-sm">
        <Trans>
          Drag a photo to move it
          <span className="pointer-coarse:hidden">, or use Shift with the arrow keys</span>.
        </Trans>
      </p>
    </div>
  );
}

type AddPhotosProps = Pick<Props, "inputId" | "isDropTarget"> & { isTile?: boolean };

/** The label of the file input, as a tile at the end of the row or as a button below a single photo. */
function AddPhotos({ inputId, isDropTarget, isTile = false }: AddPhotosProps) {
  return (
    <label
      htmlFor={inputId}
      className={classNames(
        "flex cursor-pointer items-center justify-center gap-1.5 rounded-control border-2 border-dashed font-semibold text-muted text-sm transition-colors hover:bg-wash hover:text-ink",
        "group-has-[>input:focus-visible]/picker:outline-2 group-has-[>input:focus-visible]/picker:outline-ember group-has-[>input:focus-visible]/picker:outline-offset-2",
        isTile ? "aspect-square" : "min-h-11",
        isDropTarget ? "border-ember bg-wash" : "border-edge",
      )}
    >
      <Plus aria-hidden className="size-5" />
      <span className={isTile ? "sr-only" : undefined}>
        <Trans>Add photos</Trans>
      </span>
    </label>
  );
}

interface ThumbnailProps {
  photo: ChosenPhoto;
  place: number;
  count: number;
  hintId: string;
  isSelected: boolean;
  isDragged: boolean;
  onSelect: () => void;
  onMeasure: (ratio: number) => void;
  /** Called with the number of places to move by. */
  onMove: (steps: number) => void;
}

function Thumbnail({ photo, place, count, hintId, isSelected, isDragged, ...on }: ThumbnailProps) {
  const { t } = useLingui();
  const { altText, failure, progress } = photo;
  const description = altText.trim() || t({ message: "no alt text", comment: "In the name of a photo" });
  function press(event: KeyboardEvent<HTMLElement>) {
    if (!event.shiftKey || event.metaKey || event.ctrlKey || event.altKey) return;
    const step = arrowStep(event.key, event.currentTarget);
    if (!step) return;
    event.preventDefault();
    on.onMove(step);
  }
  return (
    <li data-place={place} className={classNames("relative", isDragged && "z-10 scale-105 opacity-80")}>
      <button
        type="button"
        aria-label={
          failure
            ? t`Photo ${place} of ${count}, ${description}, not uploaded`
            : t`Photo ${place} of ${count}, ${description}`
        }
        aria-current={isSelected || undefined}
        aria-describedby={hintId}
        onClick={on.onSelect}
        onKeyDown={press}
        data-photo={photo.id}
        className={classNames(
          "relative block aspect-square w-full cursor-grab touch-pan-y select-none overflow-hidden rounded-control bg-wash [-webkit-touch-callout:none]",
          isDragged && "cursor-grabbing",
          (failure || isSelected) && "ring-2",
          failure ? "ring-danger" : "ring-ink",
          isSelected && "ring-offset-2 ring-offset-paper",
        )}
      >
        <img
          src={photo.preview}
          alt=""
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            on.onMeasure(naturalWidth / naturalHeight)
          }
          className="size-full object-cover"
        />
        <Badges photo={photo} place={place} />
      </button>
      {progress !== null && (
        <Progress
          value={progress}
          label={t`Uploading photo ${place} of ${count}`}
          className="pointer-events-none absolute inset-x-1.5 bottom-1.5"
        />
      )}
    </li>
  );
}

/** The badges over a thumbnail: its place, alt text, and a failed upload. The button's name says the same. */
function Badges({ photo: { altText, failure }, place }: Pick<ThumbnailProps, "photo" | "place">) {
  return (
    <>
      <span
        aria-hidden
        className="figures absolute start-1 top-1 min-w-5 rounded-full bg-scrim px-1 text-center font-semibold text-white text-xs leading-5"
      >
        {place}
      </span>
      {altText.trim() !== "" && (
        <span
          aria-hidden
          className="absolute end-1 top-1 rounded-sm bg-scrim px-1 font-semibold text-[0.625rem] text-white leading-4"
        >
          <Trans comment="A badge: short for alt text">ALT</Trans>
        </span>
      )}
      {failure && (
        <span aria-hidden className="absolute inset-0 flex items-center justify-center bg-scrim text-white">
          <CircleAlert className="size-6" />
        </span>
      )}
    </>
  );
}

interface MoveButtonProps {
  label: string;
  /** At an end of the order the button stays for the keyboard, which may have its focus on it. */
  isOver: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function MoveButton({ label, isOver, onClick, children }: MoveButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-disabled={isOver || undefined}
      onClick={() => isOver || onClick()}
    >
      {children}
      <span>{label}</span>
    </Button>
  );
}
