import { afterEach, expect, test, vi } from "vitest";
import { CachedValues } from "../../../workers/hub/cached-values";

const SINCE = "2026-11-27T00:00:00.000Z";

const value = { text: "[]", bookmark: null, builtAt: 0 };

/** Returns the text that a hub with a cached number of unread messages keeps with its sockets. */
const keptBy = (since: unknown) =>
  JSON.stringify({ since, sessions: [], values: [["unread-messages", value]] });

function hubWith(kept: string) {
  const keep = vi.fn();
  const values = new CachedValues({
    sockets: { keep, kept: () => kept },
    subscription: { since: () => SINCE },
  });
  return { keep, rows: values.rows("unread-messages", null, 0) };
}

afterEach(() => void vi.restoreAllMocks());

test("restores what was kept with the sockets during the same subscription, and nothing of another", () => {
  expect(hubWith(keptBy(SINCE)).rows).toEqual(value);
  for (const since of ["2026-11-26T00:00:00.000Z", 1, undefined])
    expect(hubWith(keptBy(since)).rows).toBe(null);
});

test.each(["{", JSON.stringify({ since: SINCE })])(
  "logs and drops a kept text that cannot be read: %s",
  (kept) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { rows, keep } = hubWith(kept);
    expect(rows).toBe(null);
    expect(keep).toHaveBeenCalledWith(null);
    expect(log).toHaveBeenCalledWith(expect.stringContaining("kept values dropped"));
  },
);
