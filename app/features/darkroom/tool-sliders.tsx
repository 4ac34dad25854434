import type { Adjustments } from "./edits";
import { withAdjustments } from "./looks";
import { SliderRow } from "./slider-row";
import { type ToolGroup, toolGroups } from "./tools";
import type { EditHistory } from "./use-history";

interface Props {
  group: ToolGroup;
  adjustments: Adjustments;
  change: EditHistory["change"];
}

/** Renders the sliders of a group of tools. */
export function ToolSliders({ group, adjustments, change }: Props) {
  return (
    <div className="grid">
      {toolGroups[group].map(({ name, label, min }) => (
        <SliderRow
          key={name}
          label={label}
          min={min}
          max={100}
          value={adjustments[name]}
          onChange={(value) => change(name, (old) => withAdjustments(old, { [name]: value }))}
          onSet={(value) => change(null, (old) => withAdjustments(old, { [name]: value }))}
        />
      ))}
    </div>
  );
}
