import { Popover as Radix } from "radix-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { BackGesture } from "./back-gesture";
import { classNames } from "./class-names";
import type { Trigger } from "./on-demand";
import { panelClasses } from "./panel-classes";
import { isFocusTaken } from "./taken-focus";
import "./style-nonce";

export interface PopoverProps {
  trigger: Trigger;
  /** The panel's name for screen readers. */
  label: string;
  align?: "start" | "center" | "end";
  /** Classes of the panel, such as its width. By default it is 20rem wide and as high as there is room. */
  className?: string;
  /** Controls the panel together with `onOpenChange`; uncontrolled without. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The content, or a function that takes `close`. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** The panel of a Popover, open from its first render. A default export, as `lazy` needs it. */
export default function PopoverPanel({
  trigger,
  label,
  align = "end",
  className,
  open,
  onOpenChange,
  children,
}: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(true);
  const change = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  useFirstOpenChange(open, onOpenChange);
  return (
    <Radix.Root open={open ?? ownOpen} onOpenChange={change}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={(event) => isFocusTaken() && event.preventDefault()}
          className={classNames(
            panelClasses,
            "max-h-[min(32rem,var(--radix-popover-content-available-height))] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto overscroll-contain",
            className,
          )}
        >
          <BackGesture onBack={() => change(false)} />
          {typeof children === "function" ? children(() => change(false)) : children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Reports the first opening: the press that fetched this code happened before Radix was mounted. */
function useFirstOpenChange(open: boolean | undefined, onOpenChange: PopoverProps["onOpenChange"]): void {
  const report = useRef(open ? undefined : onOpenChange);
  useEffect(() => {
    report.current?.(true);
    report.current = undefined;
  }, []);
}
