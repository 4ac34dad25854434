import { ImagePlus, X } from "lucide-react";
import { type ChangeEvent, type DragEvent, type Ref, useId, useState } from "react";
import { dataUrlOf } from "~/features/api/data-url";
import { PhotoError, preparePhoto } from "~/features/photo/load-photo";
import { classNames } from "~/ui/class-names";
import { IconButton } from "~/ui/icon-button";
import { showToast } from "~/ui/toast";

interface Props {
  label: string;
  source: string | null;
  /** The title of the toast for a file over 10 MB (spec point 8). */
  tooLarge: "File too large" | "Image too large";
  disabled?: boolean;
  onSource: (dataUrl: string) => void;
  onRemove: () => void;
  input?: Ref<HTMLInputElement>;
}

/** Where a tool's picture comes in: chosen or dropped, checked, and shown with a way to take it out. */
export function SourcePicker({ label, source, tooLarge, disabled, onSource, onRemove, input }: Props) {
  const id = useId();
  const [over, setOver] = useState(false);

  async function take(file: File | undefined) {
    if (!file) return;
    try {
      onSource(await dataUrlOf(await preparePhoto(file)));
    } catch (error) {
      if (error instanceof PhotoError) {
        const title = error.refusal.title === "File too large" ? tooLarge : error.refusal.title;
        showToast({ kind: "danger", title, text: error.refusal.text });
      } else console.warn(error);
    }
  }
  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    void take(file);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  }
  return (
    <div className="relative">
      {source && (
        <figure className="overflow-hidden rounded-card bg-wash">
          <img src={source} alt="Your upload" className="mx-auto max-h-80 object-contain" />
        </figure>
      )}
      {source && !disabled && (
        <IconButton
          label="Remove image"
          icon={<X aria-hidden />}
          look="photo"
          onClick={onRemove}
          className="!absolute top-2 right-2"
        />
      )}
      <label
        htmlFor={id}
        hidden={source !== null}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          "min-h-36 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed p-5 text-center transition-colors hover:bg-wash",
          "has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
          source === null && "flex",
          over ? "border-ember bg-wash" : "border-edge",
        )}
      >
        <ImagePlus aria-hidden className="size-7 stroke-[1.25] text-ember" />
        <span className="font-semibold">{label}</span>
        <span className="text-muted text-sm">or drop it here · up to 10 MB</span>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          aria-label={label}
          onChange={choose}
          className="sr-only"
        />
      </label>
    </div>
  );
}
