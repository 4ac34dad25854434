import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { activeDay, monthBill } from "~/contract/month-bill";
import { readTables } from "../../../bench/costs/table";
import { projectRoot } from "../../../scripts/local-state";
import { defaultHabits } from "../../../scripts/model/habits";
import { loadOf } from "../../../scripts/model/load";

test("the use of an active member's day is that of the model", () => {
  const costs = readTables(readFileSync(path.join(projectRoot, "docs/performance.md"), "utf8"));
  const members = 1_000_000;
  const { usage } = loadOf({ ...defaultHabits, members }, costs);
  const days = members * defaultHabits.dailyShare * 30;
  for (const [name, amount] of Object.entries(activeDay)) {
    const ofModel = usage[name as keyof typeof activeDay] / days;
    // `npm run costs` measures small differences.
    expect(amount / ofModel, `${name}: ${ofModel}`).toBeGreaterThan(0.95);
    expect(amount / ofModel, `${name}: ${ofModel}`).toBeLessThan(1.05);
  }
});

const nothing = { activeDays: 0, members: 0, uploads: 0, aiImages: 0, storedBytes: 0, databaseBytes: 0 };

test("a site that is not used costs the plan", () => {
  const { plan, ...parts } = monthBill(nothing);
  expect(plan).toBe(5);
  expect(Object.values(parts)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("counted uses are billed beyond the included amounts", () => {
  const bill = monthBill({
    ...nothing,
    activeDays: 1_000_000,
    uploads: 10_000,
    storedBytes: 110e9,
    databaseBytes: 25e9,
  });
  // 379 million requests and 730 million ms; 45,000 transformations and 100 GB; 181 million rows and 20 GB.
  expect(bill.requests).toBeCloseTo(369.00072 * 0.3 + 700 * 0.02);
  expect(bill.photos).toBeCloseTo(45 * 0.5 + 26 * 0.36 + 100 * 0.015);
  expect(bill.databases).toBeCloseTo(181 + 20 * 0.75);
  expect(bill.ai).toBe(0);
});
