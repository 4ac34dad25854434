import {
  cloneElement,
  createContext,
  type MouseEvent,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from "react";

/** Properties that a trigger accepts, such as Button or IconButton. */
export type Trigger = ReactElement<{
  onClick?: MouseEventHandler;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
}>;

/** Whether the keyboard has pressed the trigger: Radix, which is loaded by that press, has not received the key. */
export const PressedByKeyboard = createContext(false);

interface Props {
  trigger: Trigger;
  opens: "menu" | "dialog";
  preload: () => void;
  /** Opens it without a press. */
  openNow?: boolean;
  children: ReactNode;
}

/**
 * A trigger whose menu or panel is loaded on demand: hover or focus starts loading, and the first press renders the
 * real component, open, in place of the trigger. Twenty cards with a menu each load nothing until one is used.
 */
export function OnDemand({ trigger, opens, preload, openNow = false, children }: Props) {
  const [requested, setRequested] = useState(openNow);
  const [isByKeyboard, setByKeyboard] = useState(useContext(PressedByKeyboard));
  if (openNow && !requested) setRequested(true);
  const waiting = cloneElement(trigger, {
    "aria-haspopup": opens,
    "aria-expanded": false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: ({ currentTarget }: MouseEvent) => {
      setByKeyboard(currentTarget.matches(":focus-visible"));
      setRequested(true);
    },
  });
  if (!requested) return waiting;
  return (
    <PressedByKeyboard value={isByKeyboard}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </PressedByKeyboard>
  );
}
