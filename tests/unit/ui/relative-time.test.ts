import { describe, expect, it } from "vitest";
import { fullTime, relativeTime } from "~/ui/relative-time";
import { english } from "../../factories/english";

const now = Date.parse("2026-11-20T12:00:00.000Z");
const secondsAgo = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe("relative time (docs/product.md#ids-and-times)", () => {
  it.each([
    [0, "just now"],
    [59, "just now"],
    [60, "1 minute ago"],
    [119, "1 minute ago"],
    [120, "2 minutes ago"],
    [3599, "59 minutes ago"],
    [3600, "1 hour ago"],
    [86_399, "23 hours ago"],
    [86_400, "1 day ago"],
    [6 * 86_400 + 86_399, "6 days ago"],
    [7 * 86_400, "Nov 13"],
    [300 * 86_400, "Jan 24"],
  ])("%d seconds ago is %j", (seconds, text) => {
    expect(relativeTime(english, secondsAgo(seconds), now, "UTC")).toBe(text);
  });

  it('shows a time ahead of the reader\'s clock as "just now"', () => {
    expect(relativeTime(english, secondsAgo(-300), now, "UTC")).toBe("just now");
  });

  it("uses the day of the reader's time zone", () => {
    const iso = "2026-11-03T23:30:00.000Z";
    expect(relativeTime(english, iso, now, "UTC")).toBe("Nov 3");
    expect(relativeTime(english, iso, now, "Asia/Tokyo")).toBe("Nov 4");
  });

  it("formats the full time for a title", () => {
    expect(fullTime(english, "2026-11-03T15:04:00.000Z", "UTC")).toMatch(/^November 3, 2026 at 3:04\sPM$/u);
  });
});
