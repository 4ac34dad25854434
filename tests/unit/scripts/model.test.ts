import { describe, expect, test } from "vitest";
import type { Cost } from "../../../bench/costs/table";
import { databasesFor, habits, loadOf } from "../../../scripts/model/load";
import { inWords, reportOf } from "../../../scripts/model/report";

const cost = (of: Partial<Cost> = {}): Cost => ({
  statements: 2,
  trips: 1,
  rowsRead: 200,
  rowsWritten: 0,
  kilobytes: 1,
  script: null,
  ...of,
});
const names = [...Object.keys(habits.requests), "GET /api/chat/unread"];
const costs = new Map(names.map((name) => [name, cost()]));
/** Who only looks at one photo a day, with no tab left open. */
const idle = { ...habits, visits: 0, minutesSeen: 0, minutesOpen: 0, photos: 0, aiImages: 0, requests: {} };

describe("the model of load and cost", () => {
  test("counts what a habit asks, in the busiest hour", () => {
    const load = loadOf(
      { ...idle, members: 864_000, dailyShare: 0.5, peak: 2, requests: { "/feed": 10 } },
      costs,
    );
    // 432,000 members with ten pages a day are 50 a second, twice that in the busiest hour.
    expect(load).toMatchObject({ requests: 100, statements: 200, rowsRead: 864_000_000, rowsWritten: 0 });
    expect(load.dollars["rows read"]).toBeCloseTo((864_000_000 * 30 * 0.001) / 1e6);
    expect(load.dollars.requests).toBeCloseTo((4_320_000 * 30 * 0.3) / 1e6);
  });

  test("a tab that is looked at asks for what is unread every ten seconds", () => {
    const one = { ...idle, members: 10, dailyShare: 1 };
    const seen = loadOf({ ...one, minutesSeen: 1 }, costs);
    expect(seen.rowsRead - loadOf(one, costs).rowsRead).toBe(10 * 6 * 200);
  });

  test("a post writes two rows a connection", () => {
    const posting = { ...idle, members: 1, dailyShare: 1, requests: { "POST /api/posts": 1 } };
    const written = new Map([...costs, ["POST /api/posts", cost({ rowsWritten: 417 })]]);
    expect(loadOf({ ...posting, connections: 200 }, written).rowsWritten).toBe(417);
    expect(loadOf({ ...posting, connections: 50 }, written).rowsWritten).toBe(117);
  });

  test("a hundred times the members are a hundred times the load, and as much a member", () => {
    const [few, many] = [loadOf(habits, costs), loadOf({ ...habits, members: habits.members * 100 }, costs)];
    expect(many.statements).toBeCloseTo(few.statements * 100);
    expect(many.limits.map(({ what }) => what)).toEqual(few.limits.map(({ what }) => what));
    expect(many.limits[0]?.members).toBeCloseTo(few.limits[0]?.members ?? 0, -1);
    expect(many.widestFanOut).toBeCloseTo(few.widestFanOut);
  });

  test("a database is full by its rows or by its statements, whichever is first", () => {
    const load = loadOf(habits, costs);
    expect(databasesFor({ ...load, statements: 1, accounts: 20, databaseGrowth: 0 })).toBe(4);
    expect(databasesFor({ ...load, statements: 2001, accounts: 1, databaseGrowth: 0 })).toBe(5);
    expect(databasesFor({ ...load, statements: 1, accounts: 1, databaseGrowth: 0 })).toBe(1);
  });

  test("a request that nobody has counted is no free one", () => {
    expect(() => loadOf(habits, new Map())).toThrow("Nobody has counted");
  });
});

describe("its report", () => {
  test("says three digits that count", () => {
    expect(inWords(0.0132)).toBe("0.013");
    expect(inWords(12_345)).toBe("12,300");
    expect(inWords(1_234_567)).toBe("1.23 million");
    expect(inWords(4.97e9)).toBe("4.97 billion");
  });

  test("is a table with a column for each size, and what is full first", () => {
    const report = reportOf([habits, { ...habits, members: 1e6 }], costs);
    expect(report).toContain("| members | 10,000 | 1 million |");
    expect(report).toMatch(/- \w+ of one database: full at/);
  });
});
