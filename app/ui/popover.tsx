import { lazyPart } from "./lazy-part";
import { OnDemand } from "./on-demand";
import type { PopoverProps } from "./popover-panel.client";

const load = () => import("./popover-panel.client");
const PopoverPanel = lazyPart(load);

/** A small panel beside its button, as for sharing. Its code is fetched on the first use. */
export function Popover(props: PopoverProps) {
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={load} openNow={props.open}>
      <PopoverPanel {...props} />
    </OnDemand>
  );
}
