import { useLingui } from "@lingui/react/macro";
import { Tabs } from "~/ui/tabs";
import { CropControls } from "./crop-controls";
import { CurveEditor } from "./curve-editor";
import type { Edits } from "./edits";
import { LookPicker } from "./look-picker";
import { withAdjustments } from "./looks";
import { type ToolTab, tabNames, toolTabs } from "./names";
import type { Source } from "./source";
import { ToolSliders } from "./tool-sliders";
import type { EditHistory } from "./use-history";

interface Props {
  source: Source;
  /** A small source of the photo. */
  small: Source;
  edits: Edits;
  memberId: string;
  change: EditHistory["change"];
  tab: ToolTab;
  onTab: (tab: ToolTab) => void;
}

/** Renders the tools of the darkroom, in tabs. */
export function ToolTabs({ source, small, edits, memberId, change, tab, onTab }: Props) {
  const { t } = useLingui();
  const { adjustments } = edits;
  const content = {
    looks: () => <LookPicker source={small} edits={edits} memberId={memberId} change={change} />,
    light: () => (
      <>
        <ToolSliders group="light" adjustments={adjustments} change={change} />
        <CurveEditor
          curve={adjustments.curve}
          onChange={(curve) => change("curve", (old) => withAdjustments(old, { curve }))}
          onSet={(curve) => change(null, (old) => withAdjustments(old, { curve }))}
        />
      </>
    ),
    colour: () => <ToolSliders group="colour" adjustments={adjustments} change={change} />,
    detail: () => <ToolSliders group="detail" adjustments={adjustments} change={change} />,
    effects: () => <ToolSliders group="effects" adjustments={adjustments} change={change} />,
    crop: () => <CropControls natural={source.natural} edits={edits} change={change} />,
  };
  return (
    <Tabs
      label={t`Tools`}
      value={tab}
      dense
      // The tabs are made from the list.
      onChange={(next) => onTab(next as ToolTab)}
      tabs={toolTabs.map((value) => ({
        value,
        label: t(tabNames[value]),
        content: value === tab && content[value](),
      }))}
    />
  );
}
