import { useLingui } from "@lingui/react/macro";
import type { Adjustments } from "./edits";
import { withAdjustments } from "./looks";
import { sliderLabels } from "./names";
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
  const { t } = useLingui();
  return (
    <div className="grid">
      {toolGroups[group].map(({ name, min }) => (
        <SliderRow
          key={name}
          label={t(sliderLabels[name])}
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
