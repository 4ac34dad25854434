import { describe, expect, it } from "vitest";
import { dayName, dayOf } from "~/features/chat/days";

const now = Date.parse("2026-03-02T12:00:00.000Z");

describe("the day above messages", () => {
  it.each([
    ["2026-03-02T00:00:00.000Z", "Today"],
    ["2026-03-01T23:59:59.999Z", "Yesterday"],
    ["2026-02-28T12:00:00.000Z", "Saturday, February 28"],
    ["2025-12-31T12:00:00.000Z", "Wednesday, December 31, 2025"],
  ])("%s is %s", (iso, name) => expect(dayName(iso, now, "UTC")).toBe(name));

  it("is the same for all messages of one day, and for no other", () => {
    const days = ["2026-03-01T00:00:00.000Z", "2026-03-01T23:59:00.000Z", "2026-03-02T00:00:00.000Z"];
    const [morning, evening, next] = days.map((iso) => dayOf(iso, "UTC"));
    expect(morning).toBe(evening);
    expect(next).not.toBe(evening);
  });
});
