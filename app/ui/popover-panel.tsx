import { Popover as Radix } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { classNames } from "./class-names";
import { panelLook } from "./panel-look";
import "./style-nonce";
import type { PopoverProps } from "./popover";

/** A Popover once it has been asked for: open from the start. A default export, because `lazy` asks for one. */
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
  useTellFirstOpening(open, onOpenChange);
  return (
    <Radix.Root open={open ?? ownOpen} onOpenChange={change}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={classNames(
            panelLook,
            "max-h-[min(32rem,var(--radix-popover-content-available-height))] w-80 max-w-[calc(100vw-1.5rem)] overflow-y-auto overscroll-contain",
            className,
          )}
        >
          {typeof children === "function" ? children(() => change(false)) : children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The press that fetched this code came before Radix could hear it: an owner who decides still has to be told. */
function useTellFirstOpening(open: boolean | undefined, onOpenChange: PopoverProps["onOpenChange"]): void {
  const tell = useRef(open ? undefined : onOpenChange);
  useEffect(() => {
    tell.current?.(true);
    tell.current = undefined;
  }, []);
}
