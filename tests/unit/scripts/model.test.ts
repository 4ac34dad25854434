import { describe, expect, test } from "vitest";
import { billOf, meters } from "~/contract/bill";
import type { Cost } from "../../../bench/costs/table";
import { feedTimes } from "../../../scripts/model/feed-latency";
import { defaultHabits } from "../../../scripts/model/habits";
import { hubDay } from "../../../scripts/model/hub-day";
import { databasesFor, loadOf, membersFor } from "../../../scripts/model/load";
import { formatNumber, formatWall, reportOf } from "../../../scripts/model/report";
import { daysUntil, sizesAfter } from "../../../scripts/model/storage";

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
/** Rows of a member without notifications that the hourly run reads in a day. */
const WALK = 8;
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
    expect(load).toMatchObject({ requests: 100, statements: { main: 200, chat: 0 }, rowsWritten: 0 });
    expect(load.rowsRead).toBe(864_000_000 + 864_000 * WALK);
    expect(load.usage.requests).toBe(4_320_000 * 30 + 24 * 30);
  });

  test("makes a page of the feed from several databases wait for the slowest, and each of them do less", () => {
    const load = { feeds: 30, others: 1100, connections: 100 };
    const [one, four, sixteen] = [1, 4, 16].map((databases) => feedTimes(load, databases));
    expect(four?.p50).toBeGreaterThan(0);
    // With one database most of the time is the queue, with sixteen the slowest of sixteen trips.
    expect(one?.p99).toBeGreaterThan(four?.p99 ?? 0);
    expect(sixteen?.p50).toBeGreaterThan(four?.p50 ?? 0);
    expect(feedTimes({ ...load, others: 2000 }, 1)).toBe(null);
    expect(feedTimes({ ...load, others: 2000 }, 4)).not.toBe(null);
  });

  test("counts all statements of a chat call but the session's at the databases of messages", () => {
    const one = { ...idle, members: 86_400, dailyShare: 1, peak: 1 };
    const name = "POST /api/chat/messages/{userId}";
    const measured = new Map([...costs, [name, cost({ statements: 5 })]]);
    const { statements } = loadOf({ ...one, requests: { [name]: 3 } }, measured);
    expect(statements.main).toBeCloseTo(3);
    expect(statements.chat).toBeCloseTo(12);
  });

  test("counts a line for each request and each end of a socket, and no invocation that the platform does not log", () => {
    const { usage } = loadOf({ ...idle, members: 1, dailyShare: 1, photos: 7, visits: 2 }, costs);
    expect(usage.requests).toBe((7 + 2) * 30 + 24 * 30);
    expect(usage.logEvents).toBe((7 + 2 + 2) * 30 + 24 * 30);
  });

  test("counts five outputs of the Images binding for a photo and four for an AI image, and three objects for each", () => {
    const { usage } = loadOf(
      { ...idle, members: 1, dailyShare: 1, aiImages: 1, requests: { "POST /api/media": 1 } },
      costs,
    );
    expect(usage.transformations).toBe((5 + 4) * 30);
    expect(usage.photoWrites).toBe((3 + 3) * 30 + 2 * 24 * 30);
  });

  test("counts a deleted notification as a row written, and the walk through those that are kept", () => {
    const likes = { ...idle, members: 10, dailyShare: 1, requests: { "POST /api/posts/{id}/like": 2 } };
    const measured = new Map([
      ...costs,
      ["POST /api/posts/{id}/like", cost({ rowsRead: 0, rowsWritten: 4 })],
    ]);
    const load = loadOf(likes, measured, "nowhere");
    expect(load.rowsWritten).toBe(10 * 2 * (4 + 1));
    expect(load.rowsRead).toBe(10 * (2 * 90 + WALK) + 4 * 20 + 10 * 2 * likes.connections * 2);
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
    expect(loadWith(200, "GET /api/feed").rowsRead).toBe(600 + WALK);
    expect(loadWith(50, "GET /api/feed").rowsRead).toBe(300 + WALK);
    expect(loadWith(200, "POST /api/posts").rowsWritten).toBe(15);
    expect(loadWith(50, "POST /api/posts").rowsWritten).toBe(15);
  });

  test("load grows in proportion to the members, and limits stay the same", () => {
    const [few, many] = [
      loadOf(defaultHabits, costs),
      loadOf({ ...defaultHabits, members: defaultHabits.members * 100 }, costs),
    ];
    expect(many.statements.main).toBeCloseTo(few.statements.main * 100);
    const years = 2 * 365;
    expect(membersFor({ ...defaultHabits, members: 1e6 }, many, "main", years)).toBe(
      membersFor(defaultHabits, few, "main", years),
    );
    expect(many.widestFanOut).toBeCloseTo(few.widestFanOut);
  });

  test("counts databases by size or by statements, whichever needs more", () => {
    expect([databasesFor(20, 1), databasesFor(1, 2001), databasesFor(1, 1)]).toEqual([4, 5, 1]);
  });

  test("names the limits of both databases in the order in which they are reached", () => {
    const { walls } = loadOf({ ...defaultHabits, members: 1e6 }, costs);
    expect(walls.map(({ days }) => days)).toEqual(walls.map(({ days }) => days).sort((a, b) => a - b));
    // Their accounts alone are more than a database holds.
    expect(walls.slice(0, 2)).toEqual([
      { database: "main", resource: "gigabytes", days: 0 },
      { database: "main", resource: "statements", days: 0 },
    ]);
    expect(formatWall({ database: "main", resource: "statements", days: 0 })).toBe(
      "main: statements at once",
    );
    expect(formatWall({ database: "chat", resource: "gigabytes", days: 182.5 })).toBe(
      "chat: gigabytes after 6 months",
    );
    expect(formatWall({ database: "main", resource: "gigabytes", days: 912.5 })).toBe(
      "main: gigabytes after 2.5 years",
    );
  });

  test("throws for a request without a measured cost", () => {
    expect(() => loadOf(defaultHabits, new Map())).toThrow("has no costs of");
  });
});

describe("the model of the databases' sizes", () => {
  const one = { ...idle, members: 1e6, connections: 0, dailyShare: 1 };
  const grown = (habits: typeof one, days: number) =>
    sizesAfter(habits, days).main - sizesAfter(habits, 0).main;

  test("keeps notifications for 90 days, at most 1000 a member", () => {
    const requests = { "POST /api/connections/request/{userId}": 5 };
    expect(grown({ ...one, requests }, 90)).toBeCloseTo(grown({ ...one, requests }, 900));
    expect(grown({ ...one, requests }, 45)).toBeCloseTo(grown({ ...one, requests }, 90) / 2);
    const many = { ...one, requests: { "POST /api/connections/request/{userId}": 100 } };
    expect(grown(many, 90)).toBeCloseTo(grown(many, 10));
  });

  test("keeps messages apart, with a conversation for each pair that chats", () => {
    const chatting = { ...one, requests: { "POST /api/chat/messages/{userId}": 4 } };
    expect(grown(chatting, 100)).toBe(0);
    expect(sizesAfter(chatting, 100).chat).toBeCloseTo(4 * 100 * 1e6 * 155e-9);
    expect(sizesAfter({ ...one, connections: 100, chattingShare: 0.5 }, 0).chat).toBeCloseTo(25 * 275e-3);
  });

  test("finds the day on which a database is full", () => {
    const habits = { ...defaultHabits, members: 50_000 };
    const days = daysUntil(habits, "main", 10);
    expect(sizesAfter(habits, days).main).toBeCloseTo(10);
    expect(daysUntil({ ...habits, members: 1e9 }, "main", 10)).toBe(0);
    expect(daysUntil(one, "main", 1e6)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("the bill", () => {
  const nothing = loadOf({ ...idle, members: 0.001 }, costs).usage;

  test("has the plan's price, and none for what the plan includes", () => {
    expect(Object.values(billOf(nothing)).filter((dollars) => dollars > 0)).toEqual([5]);
  });

  test.each([
    ["requests", 0.3e-6],
    ["logEvents", 0.6e-6],
    ["rowsWritten", 1e-6],
    ["hubRequests", 0.15e-6],
    ["hubGbSeconds", 12.5e-6],
    ["photoReads", 0.36e-6],
    ["photoWrites", 4.5e-6],
    ["transformations", 0.0005],
  ] as const)("counts %s beyond that at the platform's price", (name, dollars) => {
    const { included, line } = meters[name];
    expect(billOf({ ...nothing, [name]: included + 1e6 })[line]).toBeCloseTo(dollars * 1e6);
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
    expect(report).toMatch(/\| first wall \| \w+: gigabytes after/);
    expect(report).toMatch(/- one main database carries [\d,]+ members for two years/);
  });
});
