import { lazyPart } from "./lazy-part";
import { OnDemand } from "./on-demand";
import type { PopoverProps } from "./popover-panel.client";

const PopoverPanel = lazyPart(() => import("./popover-panel.client"));

/** A small panel beside its button, as for sharing. Its code is fetched on the first use. */
export function Popover(props: PopoverProps) {
  return (
    <OnDemand trigger={props.trigger} opens="dialog" preload={PopoverPanel.preload} openNow={props.open}>
      <PopoverPanel {...props} />
    </OnDemand>
  );
}
