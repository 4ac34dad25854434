import {
  cloneElement,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from "react";

/** What a trigger must be able to take: a Button or an IconButton is one. */
export type Trigger = ReactElement<{
  onClick?: MouseEventHandler;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
}>;

/**
 * A trigger whose menu or panel is code to be fetched: on the way to it (hover, focus) the code is asked for, and the first press
 * puts the real thing, open, in the trigger's place. Twenty cards with a menu each cost nothing until one is used.
 */
export function OnDemand({
  trigger,
  opens,
  load,
  wantedNow = false,
  children,
}: {
  trigger: Trigger;
  opens: "menu" | "dialog";
  load: () => Promise<unknown>;
  /** Opened by its owner, not by a press. */
  wantedNow?: boolean;
  children: ReactNode;
}) {
  const [wanted, setWanted] = useState(wantedNow);
  if (wantedNow && !wanted) setWanted(true);
  const prefetch = () => {
    // A failure shows when the press itself asks again.
    load().catch(() => undefined);
  };
  const waiting = cloneElement(trigger, {
    "aria-haspopup": opens,
    "aria-expanded": false,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => setWanted(true),
  });
  if (!wanted) return waiting;
  return <Suspense fallback={waiting}>{children}</Suspense>;
}
