import { useLingui } from "@lingui/react/macro";
import { Ellipsis } from "lucide-react";
import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { classNames } from "~/ui/class-names";
import { IconButton } from "~/ui/icon-button";
import { lazyPart } from "~/ui/lazy-part";
import { OnDemand } from "~/ui/on-demand";
import type { MessageMenuProps } from "./message-menu.client";

const MessageMenu = lazyPart(() => import("./message-menu.client"));

const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls, in pixels. */
const MOVE_TOLERANCE_PX = 10;

interface Props {
  isOwn: boolean;
  /** Whether it is a tile of an album: the menu is over the picture. */
  isTile: boolean;
  menu: Omit<MessageMenuProps, "trigger">;
  children: ReactNode;
}

/**
 * A message's bubble and its menu. The pointer, the focus or, on touch screens, a long press reveals the menu, whose
 * code is fetched on the first use.
 */
export function MessageRow({ isOwn, isTile, menu, children }: Props) {
  const { t } = useLingui();
  const [presses, setPresses] = useState(0);
  const longPress = useLongPress(() => setPresses((count) => count + 1));
  const trigger = (
    <IconButton
      label={isOwn ? t`Message options` : t`Options of this message`}
      icon={<Ellipsis aria-hidden />}
      className={classNames(
        "opacity-0 focus-visible:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100",
        isTile ? "absolute! end-1 top-1 size-8! min-h-0! min-w-0! bg-surface!" : "text-muted!",
      )}
    />
  );
  return (
    <div
      className={classNames(
        "relative flex w-full items-center gap-1",
        isOwn ? "justify-end" : "flex-row-reverse justify-end",
      )}
    >
      {/* The key mounts an open menu at each long press. */}
      <OnDemand
        key={presses}
        trigger={trigger}
        opens="menu"
        preload={MessageMenu.preload}
        openNow={presses > 0}
      >
        <MessageMenu {...menu} trigger={trigger} />
      </OnDemand>
      <div
        {...longPress}
        className="contents pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]"
      >
        {children}
      </div>
    </div>
  );
}

/** Returns handlers that call `run` when a finger rests on the element. Safari has no `contextmenu` event for that. */
function useLongPress(run: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const isTouch = useRef(false);
  const hasRun = useRef(false);
  function cancel() {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  }
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      cancel();
      isTouch.current = pointerType === "touch";
      hasRun.current = false;
      if (!isTouch.current || !isPrimary) return;
      const timer = setTimeout(() => {
        hasRun.current = true;
        run();
      }, LONG_PRESS_MS);
      press.current = { timer, x, y };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const start = press.current;
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MOVE_TOLERANCE_PX) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current) event.preventDefault();
    },
    // Lifting the finger from a link or an image opens neither. A key press has no detail.
    onClickCapture: (event: MouseEvent) => {
      if (!hasRun.current || event.detail === 0) return;
      hasRun.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
