import { Trans, useLingui } from "@lingui/react/macro";
import { ImagePlus, X } from "lucide-react";
import { type ChangeEvent, type Ref, type RefObject, useEffect, useId, useRef } from "react";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { dataUrlOf } from "~/features/api/data-url";
import { IMAGE_FILES, preparePhoto } from "~/features/photo/load-photo";
import { PhotoError } from "~/features/photo/photo-problems";
import { classNames } from "~/ui/class-names";
import { DropHint } from "~/ui/drop-hint";
import { IconButton } from "~/ui/icon-button";
import { showToast } from "~/ui/toast";
import { useLatest } from "~/ui/use-latest";
import { useDroppedFiles } from "~/ui/use-taken-files";

interface Props {
  label: string;
  source: string | null;
  /** Title of the toast for a file over 10 MB (docs/product.md#toasts). */
  tooLarge: string;
  disabled?: boolean;
  onSource: (dataUrl: string) => void;
  /** Set while a file is being opened. */
  isOpeningRef?: RefObject<boolean>;
  onRemove: () => void;
  input?: Ref<HTMLInputElement>;
  /** The area that takes dropped photos; by default the whole page. */
  area?: RefObject<HTMLElement | null>;
  /** Shown while a photo is dragged over it. */
  dropHint: string;
}

/** The source image of a tool: chosen or dropped, validated, shown, and removable. */
export function SourcePicker(props: Props) {
  const { label, source, disabled, onRemove, input, area, dropHint } = props;
  const { t } = useLingui();
  const id = useId();
  const load = useLoadSource(props);
  const root = useRef<HTMLDivElement>(null);
  const isOver = useDroppedFiles(([file]) => {
    if (disabled) return;
    root.current?.scrollIntoView({ block: "nearest" });
    void load(file);
  }, area);
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    void load(file);
  }
  return (
    <div ref={root} className="relative">
      {isOver && !disabled && <DropHint text={dropHint} />}
      {source && (
        <figure className="overflow-hidden rounded-card bg-wash">
          <img src={source} alt={t`Your upload`} className="mx-auto max-h-80 object-contain" />
        </figure>
      )}
      {source && !disabled && (
        <IconButton
          label={t`Remove image`}
          icon={<X aria-hidden />}
          variant="photo"
          onClick={onRemove}
          className="!absolute top-2 end-2"
        />
      )}
      <label
        hidden={source !== null}
        className={classNames(
          "min-h-36 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed p-5 text-center transition-colors hover:bg-wash",
          "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
          source === null && "flex",
          isOver ? "border-ember bg-wash" : "border-edge",
        )}
      >
        <ImagePlus aria-hidden className="size-7 stroke-[1.25] text-ember" />
        <span className="font-semibold">{label}</span>
        <span className="text-muted text-sm">
          <Trans comment="Below “Upload an image to edit”">or drop it here · up to 10 MB</Trans>
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          accept={IMAGE_FILES}
          aria-label={label}
          onChange={choose}
          className="sr-only"
        />
      </label>
    </div>
  );
}

/** Returns a function that opens a file as the source; a newer source replaces one that is being opened. */
function useLoadSource({ source, tooLarge, onSource, isOpeningRef }: Props) {
  const { t } = useLingui();
  const begin = useLatest();
  // A source from elsewhere, such as the collection, is newer than a file that is being opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each source.
  useEffect(() => void begin(), [source, begin]);

  async function open(file: File) {
    const isLatest = begin();
    try {
      const { blob, warning } = await preparePhoto(file);
      const dataUrl = await dataUrlOf(blob);
      if (!isLatest()) return;
      onSource(dataUrl);
      if (warning) showToast({ title: t`Image added`, text: warning });
    } catch (error) {
      if (!isLatest()) return;
      if (error instanceof PhotoError) {
        const title = file.size > POST_IMAGE_MAX_BYTES ? tooLarge : error.problem.title;
        showToast({ kind: "danger", title, text: error.problem.text });
      } else console.warn(error);
    }
  }
  return async (file: File | undefined) => {
    if (!file) return;
    if (isOpeningRef) isOpeningRef.current = true;
    await open(file);
    if (isOpeningRef) isOpeningRef.current = false;
  };
}
