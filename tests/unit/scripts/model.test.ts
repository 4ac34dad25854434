import { describe, expect, test } from "vitest";
import type { Cost } from "../../../bench/costs/table";
import { hubDay } from "../../../scripts/model/hub-day";
import { databasesFor, defaultHabits, loadOf } from "../../../scripts/model/load";
import { formatNumber, reportOf } from "../../../scripts/model/report";

const cost = (of: Partial<Cost> = {}): Cost => ({
  statements: 2,
  trips: 1,
  rowsRead: 200,
  rowsWritten: 0,
  kilobytes: 1,
  script: null,
  ...of,
});
const names = [...Object.keys(defaultHabits.requests), "GET /api/chat/unread"];
const costs = new Map(names.map((name) => [name, cost()]));
/** Habits without any request or open tab. */
const idle = {
  ...defaultHabits,
  visits: 0,
  minutesVisible: 0,
  minutesOpen: 0,
  photos: 0,
  aiImages: 0,
  requests: {},
};

describe("the model of load and cost", () => {
  test("computes requests, statements and rows, per second of the busiest hour and per day", () => {
    const load = loadOf(
      { ...idle, members: 864_000, dailyShare: 0.5, peak: 2, requests: { "GET /api/posts/{id}": 10 } },
      costs,
    );
    // 432,000 members with ten requests a day are 50 a second, twice that in the busiest hour.
    expect(load).toMatchObject({ requests: 100, statements: 200, rowsRead: 864_000_000, rowsWritten: 0 });
    expect(load.dollars["rows read"]).toBeCloseTo((864_000_000 * 30 * 0.001) / 1e6);
    expect(load.dollars.requests).toBeCloseTo((4_320_000 * 30 * 0.3) / 1e6);
  });

  test("counts a poll of the unread count every ten seconds while a tab is visible", () => {
    const one = { ...idle, members: 10, dailyShare: 1, visits: 1 };
    const visible = loadOf({ ...one, minutesVisible: 1 }, costs, "nowhere");
    expect(visible.rowsRead - loadOf(one, costs, "nowhere").rowsRead).toBe(10 * 6 * 200);
  });

  test("a page of the feed reads two rows per connection, and a post writes the same number of rows for all", () => {
    const one = { ...idle, members: 1, dailyShare: 1 };
    const measured = new Map([
      ["GET /api/chat/unread", cost()],
      ["GET /api/feed", cost({ rowsRead: 600 })],
      ["POST /api/posts", cost({ rowsWritten: 15 })],
    ]);
    const loadWith = (connections: number, name: string) =>
      loadOf({ ...one, connections, requests: { [name]: 1 } }, measured, "nowhere");
    expect(loadWith(200, "GET /api/feed").rowsRead).toBe(600);
    expect(loadWith(50, "GET /api/feed").rowsRead).toBe(300);
    expect(loadWith(200, "POST /api/posts").rowsWritten).toBe(15);
    expect(loadWith(50, "POST /api/posts").rowsWritten).toBe(15);
  });

  test("load grows in proportion to the members, and limits stay the same", () => {
    const [few, many] = [
      loadOf(defaultHabits, costs),
      loadOf({ ...defaultHabits, members: defaultHabits.members * 100 }, costs),
    ];
    expect(many.statements).toBeCloseTo(few.statements * 100);
    expect(many.limits.map(({ resource }) => resource)).toEqual(few.limits.map(({ resource }) => resource));
    expect(many.limits[0]?.members).toBeCloseTo(few.limits[0]?.members ?? 0, -1);
    expect(many.widestFanOut).toBeCloseTo(few.widestFanOut);
  });

  test("counts databases by size or by statements, whichever needs more", () => {
    const load = loadOf(defaultHabits, costs);
    expect(databasesFor({ ...load, statements: 1, accounts: 20, databaseGrowth: 0 })).toBe(4);
    expect(databasesFor({ ...load, statements: 2001, accounts: 1, databaseGrowth: 0 })).toBe(5);
    expect(databasesFor({ ...load, statements: 1, accounts: 1, databaseGrowth: 0 })).toBe(1);
  });

  test("throws for a request without a measured cost", () => {
    expect(() => loadOf(defaultHabits, new Map())).toThrow("has no costs of");
  });
});

describe("the model of a hub's day", () => {
  const polls = "GET /api/chat/unread";
  /** A tab that is visible for a minute, whose hub nothing but the polls wakes. */
  const alone = { ...idle, connections: 0, visits: 1, minutesVisible: 1, minutesOpen: 1 };

  test("a poll makes two statements without a hub", () => {
    expect(hubDay(alone, "nowhere").statements.get(polls)).toBe(2);
  });

  test("a hub that hibernates between two polls reads for each, and one that keeps counts reads once", () => {
    expect(hubDay(alone, "memory").cold.get(polls)).toBe(1);
    expect(hubDay(alone, "sockets").cold.get(polls)).toBeCloseTo(1 / 6);
  });

  test("an own write drops the session and the count, a message that was sent neither", () => {
    const reads = (name: string) =>
      (hubDay({ ...alone, minutesVisible: 2, minutesOpen: 2, requests: { [name]: 1 } }, "sockets").cold.get(
        polls,
      ) ?? 0) * 12;
    expect(reads("POST /api/posts/{id}/like")).toBeGreaterThan(1.5);
    expect(reads("POST /api/chat/messages/{userId}")).toBeCloseTo(1);
  });

  test("subscribes once a visit", () => {
    expect(hubDay({ ...defaultHabits, visits: 3 }, "sockets").subscriptions).toBeCloseTo(3, 1);
    expect(hubDay(defaultHabits, "nowhere").subscriptions).toBe(0);
  });

  test("makes fewer statements the more it keeps", () => {
    const [nowhere, memory, sockets] = (["nowhere", "memory", "sockets"] as const).map(
      (keeping) => loadOf(defaultHabits, costs, keeping).statementsADay,
    );
    expect(memory).toBeLessThan(nowhere ?? 0);
    expect(sockets).toBeLessThan(memory ?? 0);
  });
});

describe("the report of the model", () => {
  test("formats numbers with three significant digits", () => {
    expect(formatNumber(0.0132)).toBe("0.013");
    expect(formatNumber(12_345)).toBe("12,300");
    expect(formatNumber(1_234_567)).toBe("1.23 million");
    expect(formatNumber(4.97e9)).toBe("4.97 billion");
  });

  test("has a column for each number of members, and the first limits", () => {
    const report = reportOf([defaultHabits, { ...defaultHabits, members: 1e6 }], costs);
    expect(report).toContain("| members | 10,000 | 1 million |");
    expect(report).toMatch(/- \w+ of one database: full at/);
  });
});
