import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { CHART_DAYS, counterNames } from "~/contract/counters";
import { newId } from "~/contract/ids";
import { DAY_MS } from "~/contract/time";
import { firstPage } from "~/db/cursor";
import { countersFile } from "~/domain/dashboard/counters-file";
import { readCounters, readDashboard } from "~/domain/dashboard/read-dashboard";
import { member } from "./client";
import { contextOf } from "./context-of";

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();

const store = (day: string, name: string, value: number) =>
  run("INSERT OR REPLACE INTO day_counters (day, name, value) VALUES (?, ?, ?)", day, name, value);

const adminContext = async () => contextOf(await member("mo", "admin"));

let admin: Awaited<ReturnType<typeof adminContext>>;
beforeAll(async () => {
  admin = await adminContext();
});

describe("the dashboard", () => {
  test("has ninety days, today last, with gaps where nothing was counted", async () => {
    await store(dayBefore(0), "posts", 3);
    await store(dayBefore(2), "posts", 7);
    await store(dayBefore(89), "posts", 1);
    await store(dayBefore(90), "posts", 100);
    await run(
      "INSERT OR REPLACE INTO sweeps (name, seen_to) VALUES ('counters', '2026-11-27T09:00:00.000Z')",
    );
    const { days, series, countedTo } = await readCounters(admin.ctx);
    expect(days).toHaveLength(CHART_DAYS);
    expect([days[0], days.at(-1)]).toEqual([dayBefore(89), dayBefore(0)]);
    expect([series.posts[0], ...series.posts.slice(-3)]).toEqual([1, 7, null, 3]);
    expect(series.mails).toEqual(days.map(() => null));
    expect(countedTo).toBe("2026-11-27T09:00:00.000Z");
  });

  test("estimates the bill of the last thirty days", async () => {
    for (let day = 0; day < 40; day++) await store(dayBefore(day), "uploads", 1000);
    await store(dayBefore(1), "databases", 7e9);
    await store(dayBefore(1), "storage", 12e9);
    const { bill } = await readDashboard(admin.ctx, firstPage);
    // 150,000 transformations less 5,000; 2 GB of databases beyond 5.
    expect(bill.photos).toBeCloseTo(145 * 0.5 + 2 * 0.015);
    expect(bill.databases).toBeCloseTo(2 * 0.75);
    expect(bill.plan).toBe(5);
  });

  test("lists members by storage, largest first, page by page, without those that have none", async () => {
    const sizes = [5, 900, 70, 70, 3000];
    for (const size of sizes) {
      const one = await member("ada");
      await run(
        `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
        VALUES (?, ?, '', ?, 1, 1, '', '', '')`,
        ...[newId(), one.id, size],
      );
    }
    const found: number[] = [];
    for (let cursor: string | null = null, pages = 0; pages === 0 || cursor; pages++) {
      const { storing } = await readDashboard(admin.ctx, { cursor, limit: 2 });
      found.push(...storing.items.map(({ bytes }) => bytes));
      cursor = storing.next;
    }
    expect(found).toEqual([3000, 900, 70, 70, 5]);
  });

  test("reads as many rows with a thousand members more, and no more than one for each day and counter", async () => {
    for (let day = 0; day < CHART_DAYS; day++)
      await env.DB.batch(
        counterNames.map((name) =>
          env.DB.prepare("INSERT OR REPLACE INTO day_counters (day, name, value) VALUES (?, ?, 1)").bind(
            dayBefore(day),
            name,
          ),
        ),
      );
    const read = async () => {
      const { ctx, cost } = contextOf({ id: admin.ctx.viewer.id, role: "admin" });
      await readDashboard(ctx, firstPage);
      return cost;
    };
    const { rowsRead, trips } = await read();
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO users (id, username, password, email, full_name, created_at, stored_bytes)
      SELECT 'more' || i, 'more' || i, '', 'more' || i || '@example.com', '', '', i FROM n`,
    );
    const more = await read();
    expect(trips).toBe(1);
    expect(rowsRead).toBeLessThan(CHART_DAYS * counterNames.length + 100);
    expect(more.rowsRead).toBeLessThan(rowsRead + 50);
  });

  test("is for admins only, also when the role is taken away", async () => {
    const moderator = contextOf({ id: (await member("ada")).id, role: "moderator" }).ctx;
    await expect(readDashboard(moderator, firstPage)).rejects.toMatchObject({ code: "not_found" });
    await expect(readCounters(moderator)).rejects.toMatchObject({ code: "not_found" });
    const former = contextOf({ id: (await member("ada")).id, role: "admin" }).ctx;
    const { series, storing } = await readDashboard(former, firstPage);
    expect(storing.items).toEqual([]);
    expect(series.posts.every((value) => value === null)).toBe(true);
  });
});

test("the file of the counters has a line for each day, and numbers only", async () => {
  await store(dayBefore(0), "posts", 3);
  const { name, text } = await countersFile(admin.ctx);
  expect(name).toBe(`counters-${dayBefore(0)}.csv`);
  const [head, ...lines] = text.trimEnd().split("\r\n");
  expect(head).toBe(`day,${counterNames.join(",")}`);
  expect(lines).toHaveLength(CHART_DAYS);
  expect(lines.at(-1)?.split(",")[0]).toBe(dayBefore(0));
  expect(lines.every((line) => /^\d{4}-\d\d-\d\d(,\d*)+$/.test(line))).toBe(true);
});
