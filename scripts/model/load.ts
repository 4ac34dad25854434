import { AI_NEURONS, DATABASE_GB_MAX, HOURLY, PHOTO, type Usage } from "~/contract/bill";
import type { Cost } from "../../bench/costs/table";
import { CPU_MS, edgeDay } from "./edge-day";
import { type Habits, notificationsADay, times } from "./habits";
import { hubDay, type Keeping } from "./hub-day";
import { HUB, hubsDay } from "./hub-work";
import { daysUntil, retainedNotifications, type Sizes, sizesAfter } from "./storage";

/**
 * Cloudflare's limits for one database, and the calls that a hub makes in one event: half of Cloudflare's limit
 * (workers/hub/delivery-queue.ts).
 */
export const LIMITS = { statementsASecond: 1000, gigabytes: DATABASE_GB_MAX, callsAnEvent: 500 };

const DAY = 86_400;
const MONTH_DAYS = 30;
const YEAR_DAYS = 365;

/** A limit of one database, and the days until members with these habits reach it: 0 at once, `Infinity` never. */
export interface Wall {
  database: keyof Sizes;
  resource: "gigabytes" | "statements";
  days: number;
}

export interface Load {
  /** Database statements of one active member's day. */
  statementsADay: number;
  /** Those of the main database alone. */
  mainStatementsADay: number;
  /** Share of the reads through hubs that make no statement. */
  warmReads: number;
  /** Per second, in the busiest hour. Messages are in databases of their own. */
  requests: number;
  photos: number;
  statements: Sizes;
  sockets: number;
  hubCalls: number;
  /** Per day. */
  rowsRead: number;
  rowsWritten: number;
  /** Gigabytes of photos that a month adds. */
  photoGrowth: number;
  /** Calls for one like of the member with the most connections, in the busiest hour. */
  widestFanOut: number;
  /** Of a month, after a year. */
  usage: Usage;
  /** The limits of one main database and of one database of messages, in the order in which they are reached. */
  walls: Wall[];
}

/** The work of the databases on an active member's day. */
interface Work {
  statements: Sizes;
  rowsRead: number;
  rowsWritten: number;
}

const add = (...works: Work[]): Work => ({
  statements: {
    main: works.reduce((sum, { statements }) => sum + statements.main, 0),
    chat: works.reduce((sum, { statements }) => sum + statements.chat, 0),
  },
  rowsRead: works.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
  rowsWritten: works.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0),
});

/**
 * Returns the load and the costs of members with these habits.
 * @param keeping where hubs keep what they have read
 * @throws for a request without a measured cost
 */
export function loadOf(habits: Habits, costs: Map<string, Cost>, keeping: Keeping = "sockets"): Load {
  const hub = hubDay(habits, keeping);
  const edge = edgeDay(habits, costs, hub, keeping);
  const hubs = hubsDay(habits, hub, keeping, edge);
  const retained = retentionDay(habits);
  const work = add(edge, hubs);

  const daily = habits.members * habits.dailyShare;
  const online = (habits.minutesOpen / (24 * 60)) * habits.dailyShare;
  const perSecond = (perDay: number) => ((perDay * daily) / DAY) * habits.peak;
  const uploads = times(habits, "POST /api/media");
  const photoGrowth = ((uploads + habits.aiImages) * PHOTO.megabytes * daily * MONTH_DAYS) / 1000;
  const rowsRead = work.rowsRead * daily + retained.rowsRead;
  const rowsWritten = work.rowsWritten * daily + retained.rowsWritten;
  const statements = { main: perSecond(work.statements.main), chat: perSecond(work.statements.chat) };
  const afterAYear = sizesAfter(habits, YEAR_DAYS);
  const invocations = edge.requests + habits.photos + habits.visits;
  const month = daily * MONTH_DAYS;
  return {
    statementsADay: work.statements.main + work.statements.chat,
    mainStatementsADay: work.statements.main,
    warmReads: edge.hubReads === 0 ? 0 : 1 - edge.coldReads / edge.hubReads,
    requests: perSecond(edge.requests + habits.photos),
    photos: perSecond(habits.photos),
    statements,
    sockets: habits.members * online * habits.peak,
    hubCalls: perSecond(hubs.calls),
    rowsRead,
    rowsWritten,
    photoGrowth,
    widestFanOut: habits.maxConnections * online * habits.peak,
    usage: {
      requests: invocations * month + HOURLY.runsADay * MONTH_DAYS,
      cpuMs: (edge.cpuMs + habits.photos * CPU_MS.photo) * month,
      // A line for each invocation and each end of a socket. The platform's own events are off (wrangler.toml).
      logEvents: (invocations + habits.visits) * month + HOURLY.runsADay * MONTH_DAYS,
      rowsRead: rowsRead * MONTH_DAYS,
      rowsWritten: rowsWritten * MONTH_DAYS,
      databaseGb: afterAYear.main + afterAYear.chat,
      hubRequests: (hubs.calls - hubs.frames + hubs.frames / HUB.framesARequest) * month,
      hubGbSeconds: ((hubs.ms * 0.128) / 1000) * month,
      hubRowsWritten: hubs.ownRows * month,
      hubGb: habits.members * HUB.gigabytes,
      photoReads: habits.photos * habits.cacheMisses * month,
      photoWrites:
        (uploads + habits.aiImages) * PHOTO.objects * month + HOURLY.lists * HOURLY.runsADay * MONTH_DAYS,
      photoGb: 12 * photoGrowth,
      transformations: (uploads * PHOTO.outputs + habits.aiImages * PHOTO.aiOutputs) * month,
      neurons: habits.aiImages * AI_NEURONS * month,
    },
    walls: wallsOf(habits, statements),
  };
}

/** Daily rows of the hourly run, of all members: it reads all kept notifications and deletes as many as are stored. */
function retentionDay(habits: Habits) {
  const { members, dailyShare } = habits;
  const deleted = members * dailyShare * notificationsADay(habits);
  return {
    rowsRead: members * (retainedNotifications(habits, YEAR_DAYS) + 8) + 4 * deleted,
    rowsWritten: deleted,
  };
}

function wallsOf(habits: Habits, statements: Sizes): Wall[] {
  const walls = (["main", "chat"] as const).flatMap((database): Wall[] => [
    { database, resource: "gigabytes", days: daysUntil(habits, database, LIMITS.gigabytes) },
    {
      database,
      resource: "statements",
      days: statements[database] >= LIMITS.statementsASecond ? 0 : Number.POSITIVE_INFINITY,
    },
  ]);
  return walls.sort((a, b) => (a.days === b.days ? 0 : a.days - b.days));
}

/** Returns the members that one database carries for a time. Load and sizes grow in proportion to them. */
export function membersFor(
  habits: Habits,
  { statements }: Load,
  database: keyof Sizes,
  days: number,
): number {
  const bySize = LIMITS.gigabytes / sizesAfter(habits, days)[database];
  const bySpeed = LIMITS.statementsASecond / statements[database];
  return Math.floor(habits.members * Math.min(bySize, bySpeed));
}

/** Returns the databases needed for gigabytes and for statements a second, each used to half of its limits. */
export function databasesFor(gigabytes: number, statementsASecond: number): number {
  const bySpeed = statementsASecond / (LIMITS.statementsASecond / 2);
  const bySize = gigabytes / (LIMITS.gigabytes / 2);
  return Math.max(1, Math.ceil(Math.max(bySpeed, bySize)));
}
