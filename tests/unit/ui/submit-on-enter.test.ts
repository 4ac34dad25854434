import type { KeyboardEvent } from "react";
import { expect, it, vi } from "vitest";
import { submitOnEnter, submitOnModEnter } from "~/ui/submit-on-enter";

/** Presses Enter in a textarea of a form and returns how often each function submits the form. */
function submissions(keys: {
  isComposing?: boolean;
  keyCode?: number;
  shiftKey?: boolean;
  ctrlKey?: boolean;
}) {
  const form = { requestSubmit: vi.fn() };
  const long = { requestSubmit: vi.fn() };
  const event = (currentTarget: object) =>
    // Only these properties of the event are read.
    ({
      key: "Enter",
      keyCode: 13,
      ...keys,
      nativeEvent: { isComposing: keys.isComposing ?? false },
      preventDefault: () => undefined,
      currentTarget,
    }) as unknown as KeyboardEvent<HTMLTextAreaElement> & KeyboardEvent<HTMLFormElement>;
  submitOnEnter(event({ form }));
  submitOnModEnter(event(long));
  return [form.requestSubmit.mock.calls.length, long.requestSubmit.mock.calls.length];
}

it("submits a short text on Enter and a long form on Ctrl+Enter", () => {
  expect(submissions({})).toEqual([1, 0]);
  expect(submissions({ ctrlKey: true })).toEqual([1, 1]);
  expect(submissions({ shiftKey: true })).toEqual([0, 0]);
});

it("does not submit on the Enter that ends a composition, in Chromium and in Safari", () => {
  expect(submissions({ ctrlKey: true, isComposing: true })).toEqual([0, 0]);
  // Safari: `isComposing` is already false.
  expect(submissions({ ctrlKey: true, keyCode: 229 })).toEqual([0, 0]);
});
