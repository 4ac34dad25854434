import type { KeyboardEvent } from "react";
import { latinKey } from "~/ui/latin-key";
import { type ToolTab, toolTabs } from "./names";

export interface RoomActions {
  undo: () => void;
  redo: () => void;
  apply: () => void;
  compare: (isComparing: boolean) => void;
  toggleClipping: () => void;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  toggleFull: () => void;
  showKeys: () => void;
  open: (tab: ToolTab) => void;
}

/** Runs the action of a key of the darkroom (key-list.tsx). Keys that are typed into a field are not for it. */
export function pressRoomKey(event: KeyboardEvent, actions: RoomActions): void {
  if (event.defaultPrevented || event.altKey) return;
  const { target, key } = event;
  const isTyping = target instanceof Element && target.closest("input[type=text], input:not([type])");
  if (isTyping && !(key === "Enter" && (event.ctrlKey || event.metaKey))) return;
  const action = event.metaKey || event.ctrlKey ? combination(event, actions) : single(event, actions);
  if (!action) return;
  event.preventDefault();
  action();
}

function combination(event: KeyboardEvent, { undo, redo, apply }: RoomActions) {
  if (event.key === "Enter") return apply;
  const key = latinKey(event);
  if (key === "y") return redo;
  return key === "z" ? (event.shiftKey ? redo : undo) : null;
}

function single(event: KeyboardEvent, actions: RoomActions): (() => void) | undefined {
  const key = latinKey(event);
  const tab = toolTabs[Number(key) - 1];
  if (tab) return () => actions.open(tab);
  const byKey: Record<string, () => void> = {
    b: () => actions.compare(true),
    j: actions.toggleClipping,
    z: actions.toggleFull,
    "+": actions.zoomIn,
    "=": actions.zoomIn,
    "-": actions.zoomOut,
    "0": actions.fit,
    "?": actions.showKeys,
  };
  return byKey[key];
}
