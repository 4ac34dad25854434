import { beforeEach, describe, expect, test, vi } from "vitest";
import type * as ErrorCounts from "~/platform/error-counts";

const DAY = Date.parse("2026-11-27T10:00:00Z");
let counts: typeof ErrorCounts;

beforeEach(async () => {
  vi.resetModules();
  counts = await import("~/platform/error-counts");
});

describe("errors of an isolate", () => {
  test("are counted by day and kind", () => {
    counts.countError("/api/posts", "TypeError", DAY);
    counts.countError("/api/posts", "TypeError", DAY + 5);
    counts.countError("/api/posts", "TypeError", DAY + 86_400_000);
    expect(counts.takeErrors(DAY)).toEqual([
      { day: "2026-11-27", kind: "/api/posts: TypeError", count: 2, lastAt: DAY + 5 },
      { day: "2026-11-28", kind: "/api/posts: TypeError", count: 1, lastAt: DAY + 86_400_000 },
    ]);
  });

  test("are taken at most once a minute, and none twice", () => {
    counts.countError("a", "Error", DAY);
    expect(counts.takeErrors(DAY)).toHaveLength(1);
    counts.countError("a", "Error", DAY + 1);
    expect(counts.takeErrors(DAY + 59_999)).toEqual([]);
    expect(counts.takeErrors(DAY + 60_000)).toHaveLength(1);
    expect(counts.takeErrors(DAY + 120_000)).toEqual([]);
  });

  test("that could not be stored are added to later ones", () => {
    counts.countError("a", "Error", DAY);
    const taken = counts.takeErrors(DAY);
    counts.countError("a", "Error", DAY + 7);
    counts.returnErrors(taken);
    expect(counts.takeErrors(DAY + 60_000)).toEqual([
      { day: "2026-11-27", kind: "a: Error", count: 2, lastAt: DAY + 7 },
    ]);
  });

  test("of more than fifty kinds are counted as others", () => {
    for (let kind = 0; kind < 60; kind++) counts.countError(`kind ${kind}`, "Error", DAY);
    const taken = counts.takeErrors(DAY);
    expect(taken).toHaveLength(51);
    expect(taken.at(-1)).toMatchObject({ kind: "other", count: 10 });
  });
});
