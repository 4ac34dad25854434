import { expect, test } from "vitest";
import { nameOf, timeOf } from "../../../../scripts/backup/manifest";
import { retainedBackups } from "../../../../scripts/backup/retention";

const DAY = 24 * 60 * 60 * 1000;
/** A Friday. */
const NOW = Date.parse("2026-11-27T03:41:00Z");

/** Returns the ages, in days, of the backups that stay of some. */
const retainedAges = (ages: number[]) =>
  [
    ...retainedBackups(
      ages.map((age) => nameOf(new Date(NOW - age * DAY))),
      NOW,
    ),
  ]
    .map((name) => (NOW - timeOf(name)) / DAY)
    .sort((one, other) => one - other);

test("keeps seven days, and the newest of four weeks and of each month, none of 29 days", () => {
  const daily = Array.from({ length: 100 }, (_, age) => age);
  // 5, 12 and 19 days ago were Sundays; 27 days ago was the last day of October.
  expect(retainedAges(daily)).toEqual([0, 1, 2, 3, 4, 5, 6, 12, 19, 27]);
});

test("keeps the newest of a day", () => {
  expect(retainedAges([0, 0.1, 1, 1.1])).toEqual([0, 1]);
});

test("days without a backup do not shorten what is kept", () => {
  expect(retainedAges([0, 10, 20, 28, 29, 40])).toEqual([0, 10, 20, 28]);
});
