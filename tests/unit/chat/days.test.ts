import { describe, expect, it } from "vitest";
import { dayName, dayOf } from "~/features/chat/days";
import { english } from "../../factories/english";

const now = Date.parse("2026-03-02T12:00:00.000Z");

describe("the day above messages", () => {
  it.each([
    ["2026-03-02T00:00:00.000Z", "Today"],
    ["2026-03-01T23:59:59.999Z", "Yesterday"],
    ["2026-02-28T12:00:00.000Z", "Saturday, February 28"],
    ["2025-12-31T12:00:00.000Z", "Wednesday, December 31, 2025"],
  ])("%s is %s", (iso, name) => expect(dayName(english, iso, now, "UTC")).toBe(name));

  it("is the same for all messages of one day, and for no other", () => {
    const days = ["2026-03-01T00:00:00.000Z", "2026-03-01T23:59:00.000Z", "2026-03-02T00:00:00.000Z"];
    const [morning, evening, next] = days.map((iso) => dayOf(iso, "UTC"));
    expect(morning).toBe(evening);
    expect(next).not.toBe(evening);
  });

  it.each([
    // New York, 8 March 2026: the day has 23 hours.
    ["America/New_York", "2026-03-08T17:00:00Z", "2026-03-09T04:30:00Z", "Yesterday"],
    ["America/New_York", "2026-03-07T17:00:00Z", "2026-03-09T04:30:00Z", "Saturday, March 7"],
    // New York, 1 November 2026: the day has 25 hours.
    ["America/New_York", "2026-11-01T03:00:00Z", "2026-11-02T04:30:00Z", "Yesterday"],
    ["America/New_York", "2026-11-01T05:30:00Z", "2026-11-02T04:30:00Z", "Today"],
    ["Europe/Berlin", "2026-03-29T10:00:00Z", "2026-03-29T22:30:00Z", "Yesterday"],
    ["Europe/Berlin", "2026-10-24T20:00:00Z", "2026-10-25T22:30:00Z", "Yesterday"],
    ["Europe/Berlin", "2026-10-24T22:30:00Z", "2026-10-25T22:30:00Z", "Today"],
    // Apia, 13 hours ahead of UTC. On 30 December 2011 there was no day.
    ["Pacific/Apia", "2026-03-01T10:00:00Z", "2026-03-01T12:00:00Z", "Yesterday"],
    ["Pacific/Apia", "2025-12-31T10:30:00Z", "2026-01-02T12:00:00Z", "Wednesday, December 31, 2025"],
    ["Pacific/Apia", "2025-12-31T11:30:00Z", "2026-01-02T12:00:00Z", "Thursday, January 1"],
    ["Pacific/Apia", "2011-12-30T09:00:00Z", "2011-12-30T12:00:00Z", "Thursday, December 29"],
  ])("in %s, %s read at %s is %s", (zone, iso, now, name) => {
    expect(dayName(english, iso, Date.parse(now), zone)).toBe(name);
  });
});
