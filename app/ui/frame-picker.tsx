import { frameNames, type PostFrame, postFrames } from "~/contract/post-frame";
import { classNames } from "./class-names";
import { type LabelHidden, labelLook } from "./label-look";

interface Props {
  value: PostFrame;
  onPick: (frame: PostFrame) => void;
  /** Hides the legend visually, below a heading that says the same. */
  legendHidden?: LabelHidden;
  /** Whether the choice cannot change at present; the buttons keep the focus. */
  isFixed?: boolean;
}

/** Native radio buttons for the frame of a post with several photos, each drawn in its proportions. */
export function FramePicker({ value, onPick, legendHidden = false, isFixed = false }: Props) {
  return (
    <fieldset aria-disabled={isFixed || undefined}>
      <legend className={labelLook(legendHidden, "mb-1.5 font-medium text-sm")}>Frame</legend>
      <div className="flex flex-wrap gap-2">
        {postFrames.map((frame) => (
          <label
            key={frame}
            className={classNames(
              "relative flex min-h-14 min-w-fit flex-1 cursor-pointer flex-col items-center justify-end gap-1.5 whitespace-nowrap rounded-control border px-0.5 py-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
              frame === value ? "border-ink bg-wash font-semibold" : "border-edge text-muted hover:text-ink",
            )}
          >
            <input
              type="radio"
              name="frame"
              value={frame}
              checked={frame === value}
              onChange={() => onPick(frame)}
              className="sr-only"
            />
            <span
              aria-hidden
              style={{ aspectRatio: frame === "original" ? undefined : frame.replace(":", " / ") }}
              className={classNames(
                "rounded-[2px] border-[1.5px] border-current",
                frame === "original" ? "size-4 border-dashed" : "h-4",
              )}
            />
            {/* On a page from right to left "4 : 5" would read as 5 : 4. */}
            <span dir="auto">{frameNames[frame]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
