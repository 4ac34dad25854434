import { expect, test } from "vitest";
import { type Edits, noEdits } from "~/features/darkroom/edits";
import { reduceHistory } from "~/features/darkroom/use-history";

const begin = { past: [], now: noEdits, future: [], control: null };
const straightened = (degrees: number) => (old: Edits) => ({ ...old, straighten: degrees });

test("a change that changes nothing is no step, and keeps what can be redone", () => {
  const changed = reduceHistory(begin, { type: "change", control: null, change: straightened(3) });
  const undone = reduceHistory(changed, { type: "undo" });
  const reset = reduceHistory(undone, { type: "change", control: null, change: straightened(0) });
  expect(reset).toEqual(undone);
  expect(reduceHistory(reset, { type: "redo" }).now.straighten).toBe(3);
});

test("changes of one control are one step until it is released", () => {
  const drag = (degrees: number) => ({
    type: "change" as const,
    control: "straighten",
    change: straightened(degrees),
  });
  const dragged = [drag(1), drag(2)].reduce(reduceHistory, begin);
  expect(dragged.past).toHaveLength(1);
  const released = reduceHistory(dragged, { type: "settle" });
  expect(reduceHistory(released, drag(3)).past).toHaveLength(2);
});
