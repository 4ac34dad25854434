import { useReducer } from "react";
import { type Edits, noEdits } from "./edits";

interface History {
  past: Edits[];
  now: Edits;
  future: Edits[];
  /** The control of the change in progress: its further changes are one step with it. */
  control: string | null;
}

type Step =
  /** Consecutive changes of one control, such as a dragged slider, are one step; null is always its own step. */
  | { type: "change"; control: string | null; change: (old: Edits) => Edits }
  | { type: "settle" }
  | { type: "undo" }
  | { type: "redo" };

const STEPS_MAX = 100;

/** Returns the history after a step. */
export function reduceHistory(history: History, step: Step): History {
  const { past, now, future } = history;
  if (step.type === "settle") return { ...history, control: null };
  if (step.type === "undo") {
    const last = past.at(-1);
    return last ? { past: past.slice(0, -1), now: last, future: [now, ...future], control: null } : history;
  }
  if (step.type === "redo") {
    const [next, ...rest] = future;
    return next ? { past: [...past, now], now: next, future: rest, control: null } : history;
  }
  const changed = step.change(now);
  // Such as the reset of a slider that is not set. Undone steps stay for Redo.
  if (JSON.stringify(changed) === JSON.stringify(now)) return history;
  const continues = step.control !== null && step.control === history.control;
  return {
    past: continues ? past : [...past, now].slice(-STEPS_MAX),
    now: changed,
    future: [],
    control: step.control,
  };
}

/** Holds the edits with their earlier and undone states. */
export function useHistory(initial: Edits) {
  const [{ past, now, future }, step] = useReducer(reduceHistory, {
    past: [],
    now: initial,
    future: [],
    control: null,
  });
  return {
    edits: now,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: (control: string | null, change: (old: Edits) => Edits) =>
      step({ type: "change", control, change }),
    /** Ends the step in progress. */
    settle: () => step({ type: "settle" }),
    undo: () => step({ type: "undo" }),
    redo: () => step({ type: "redo" }),
    reset: () => step({ type: "change", control: null, change: () => noEdits }),
  };
}

export type EditHistory = ReturnType<typeof useHistory>;
