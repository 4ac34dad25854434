import { frameNames, type PostFrame, postFrames } from "~/contract/post-frame";
import type { LabelHidden } from "./label-classes";
import { RatioPicker } from "./ratio-picker";

interface Props {
  value: PostFrame;
  onPick: (frame: PostFrame) => void;
  legendHidden?: LabelHidden;
  isFixed?: boolean;
}

const ratios = postFrames.map((value) => ({
  value,
  label: frameNames[value],
  ratio: value === "original" ? null : value.replace(":", " / "),
}));

/** Renders a choice of the frame of a post with several photos. */
export function FramePicker(props: Props) {
  return (
    <RatioPicker
      {...props}
      legend="Frame"
      name="frame"
      ratios={ratios}
      className="flex flex-wrap"
      tileClassName="min-w-fit flex-1"
    />
  );
}
