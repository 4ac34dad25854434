import { sql } from "drizzle-orm";
import { CHART_DAYS, type CounterName, counterNames } from "~/contract/counters";
import { type BillPart, monthBill } from "~/contract/month-bill";
import { DAY_MS } from "~/contract/time";
import { beforeId, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { isAdmin } from "~/db/moderators";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { asPageAdmin } from "../moderation/as-moderator";
import { COUNTED_TO } from "./keep-counters";

/** The values of a counter, one for each day of the charts; null for a day without a count. */
export type Series = Record<CounterName, (number | null)[]>;

export interface Counters {
  /** The days in UTC, the oldest first. */
  days: string[];
  series: Series;
  /** The time to which hours are counted, in ISO 8601; null before the first hourly run. */
  countedTo: string | null;
}

/** A member with the bytes of their files. */
export interface StoringMember {
  id: string;
  username: string;
  bytes: number;
}

export interface Dashboard extends Counters {
  /** Dollars of the last 30 days by the model. */
  bill: Record<BillPart, number>;
  /** The members with files, the largest first. */
  storing: Page<StoringMember>;
}

/** The days of the bill. */
const BILL_DAYS = 30;

/** Returns the counters of the last 90 days. @throws AppError `not_found` for all but admins */
export async function readCounters(ctx: MemberCtx): Promise<Counters> {
  asPageAdmin(ctx);
  const [rows, [position]] = await readRows(ctx, ...counterReads());
  return countersOf(ctx.now().getTime(), rows, position?.countedTo ?? null);
}

/** Returns the dashboard with a page of members by storage. @throws AppError `not_found` for non-admins; `malformed` */
export async function readDashboard(ctx: MemberCtx, page: PageRequest): Promise<Dashboard> {
  asPageAdmin(ctx);
  const [rows, [position], storing] = await readRows(ctx, ...dashboardReads(page));
  const counters = countersOf(ctx.now().getTime(), rows, position?.countedTo ?? null);
  const storingPage = pageOf(storing, page.limit, ({ id }) => id);
  return { ...counters, bill: billOf(counters.series), storing: storingPage };
}

/** The reads of `readCounters`. */
export const counterReads = () => [counterRows(), countedToRow()] as const;

/** The reads of `readDashboard`. */
export const dashboardReads = (page: PageRequest) => [...counterReads(), storingRows(page)] as const;

interface CounterRow {
  day: string;
  name: CounterName;
  value: number;
}

const counterRows = viewerQuery<void, CounterRow>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT day AS day, name AS name, value AS value FROM day_counters
    WHERE day > date('now', ${`-${CHART_DAYS} days`}) AND ${isAdmin(me)}`,
});

const countedToRow = viewerQuery<void, { countedTo: string }>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT seen_to AS countedTo FROM sweeps WHERE name = ${COUNTED_TO} AND ${isAdmin(me)}`,
});

/** The rows of one page, and one row more. */
const storingRows = viewerQuery<PageRequest, StoringMember>({
  text: (viewer, page) => sql`
    WITH ${naming(viewer)}
    SELECT id AS id, username AS username, stored_bytes AS bytes FROM users
    WHERE stored_bytes > 0 AND ${isAdmin(me)} AND (stored_bytes, id) < (
      coalesce((SELECT stored_bytes FROM users WHERE id = ${sql.placeholder("before")}), ${Number.MAX_SAFE_INTEGER}),
      ${sql.placeholder("before")})
    ORDER BY stored_bytes DESC, id DESC ${limit(page.limit + 1)}`,
  values: (page) => ({ before: beforeId(page) }),
  shape: (page) => page.limit,
});

function countersOf(now: number, rows: readonly CounterRow[], countedTo: string | null): Counters {
  const days = Array.from({ length: CHART_DAYS }, (_, index) =>
    new Date(now - (CHART_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  const at = new Map(days.map((day, index) => [day, index]));
  const values = new Map<CounterName, (number | null)[]>();
  for (const { day, name, value } of rows) {
    const list = values.get(name) ?? days.map(() => null);
    const index = at.get(day);
    if (index !== undefined) list[index] = value;
    values.set(name, list);
  }
  const series = Object.fromEntries(
    counterNames.map((name) => [name, values.get(name) ?? days.map(() => null)]),
  );
  // One list for each name.
  return { days, series: series as Series, countedTo };
}

function billOf(series: Series): Record<BillPart, number> {
  const sum = (name: CounterName) =>
    series[name].slice(-BILL_DAYS).reduce<number>((total, value) => total + (value ?? 0), 0);
  const last = (name: CounterName) => series[name].findLast((value) => value !== null) ?? 0;
  return monthBill({
    activeDays: sum("activeMembers"),
    members: last("members"),
    uploads: sum("uploads"),
    aiImages: sum("aiImages"),
    storedBytes: last("storage"),
    databaseBytes: last("databases"),
  });
}
