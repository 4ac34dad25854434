import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { nextDigest, postponed } from "~/domain/mail/next-digest";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
];
const start = Date.parse("2026-01-01T00:00:00Z");

/** Returns a function that returns the time of day in a zone, as "07:30". A format takes longer to make than to use. */
function clockIn(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  return (at) => format.format(at);
}

test.each(zones)("is on a morning in %s at every time of a year, clock changes included", (timeZone) => {
  const member = { id: "018f0000-0000-7000-8000-000000000001", timeZone };
  const timeAt = clockIn(timeZone);
  for (let now = start; now < start + 366 * DAY_MS; now += 79 * HOUR_MS) {
    for (const [frequency, days] of [
      ["daily", 1],
      ["weekly", 7],
    ] as const) {
      const next = nextDigest(frequency, now, member);
      const time = timeAt(next);
      expect(time >= "07:00" && time < "10:00", `${frequency} ${time}`).toBe(true);
      expect(next - now).toBeGreaterThan((days - 1) * DAY_MS + HOUR_MS);
      expect(next - now).toBeLessThan((days + 1) * DAY_MS);
      expect(postponed(next, next, member)).toBe(null);
    }
  }
});

test("is at a minute of its own for each member, and spread over three hours", () => {
  const minutes = new Set<number>();
  for (let n = 0; n < 500; n++) {
    const member = { id: crypto.randomUUID(), timeZone: "UTC" };
    const next = nextDigest("daily", start, member);
    expect(nextDigest("daily", start, member)).toBe(next);
    minutes.add((next - start - DAY_MS) / 60_000);
  }
  expect(minutes.size).toBeGreaterThan(140);
  expect(Math.min(...minutes)).toBeGreaterThanOrEqual(7 * 60);
  expect(Math.max(...minutes)).toBeLessThan(10 * 60);
});

test("moves to the next morning when it is due at another time", () => {
  const member = { id: "one", timeZone: "Europe/Berlin" };
  const evening = Date.parse("2026-06-01T20:00:00Z");
  const moved = postponed(evening, evening, member) ?? 0;
  expect(clockIn("Europe/Berlin")(moved) >= "07:00").toBe(true);
  expect(moved - evening).toBeLessThan(13 * HOUR_MS);
  const night = Date.parse("2026-06-01T01:00:00Z");
  expect((postponed(night, night, member) ?? 0) - night).toBeLessThan(8 * HOUR_MS);
  // A run that is late sends what was due in the morning.
  const morning = Date.parse("2026-06-01T06:30:00Z");
  expect(postponed(morning, evening, member)).toBe(null);
});

test("takes UTC for a time zone that this runtime does not know", () => {
  const next = nextDigest("daily", start, { id: "one", timeZone: "Mars/Olympus" });
  expect(next).toBe(nextDigest("daily", start, { id: "one", timeZone: "UTC" }));
});
