import type { ReactNode } from "react";
import { lazyPart } from "./lazy-part";
import { OnDemand, type Trigger } from "./on-demand";

export interface PopoverProps {
  trigger: Trigger;
  /** The panel's name for screen readers. */
  label: string;
  align?: "start" | "center" | "end";
  /** Of the panel, such as its width; it is 20rem wide and at most as high as there is room. */
  className?: string;
  /** With `onOpenChange`, the owner decides; otherwise presses do. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The content, or a function that is given how to close the panel. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

const load = () => import("./popover-panel");
const PopoverPanel = lazyPart(load);

/** A small panel beside its button: share, notifications. Its code is fetched when it is first needed. */
export function Popover(props: PopoverProps) {
  return (
    <OnDemand trigger={props.trigger} opens="dialog" load={load} wantedNow={props.open}>
      <PopoverPanel {...props} />
    </OnDemand>
  );
}
