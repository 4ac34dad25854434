import type { Cost } from "../../bench/costs/table";
import type { Usage } from "./bill";
import { type Habits, notificationsADay, times } from "./habits";
import { type HubDay, hubDay, type Keeping, POLL_SECONDS } from "./hub-day";
import { daysUntil, keptNotifications, type Sizes, sizesAfter } from "./storage";

const CPU_MS = { document: 20, call: 2, photo: 1, upload: 60 };
/**
 * A photo is stored in three widths. Each output of the Images binding is billed: of a photo wider than 1,080 px three for the widths, two for the
 * placeholder and the colour (app/platform/media/photo.ts). An AI image is no wider, so two of its widths are one output.
 */
const PHOTO = { megabytes: 0.55, objects: 3, outputs: 5, aiOutputs: 4 };
/** Neurons of an image of the model that draws (docs/deploy.md#cost). */
const AI_NEURONS = 182;
/** The hourly run, and its lists of R2 (operations of class A). */
const HOURLY = { runsADay: 24, lists: 2 };
/**
 * The work of a hub (workers/hub): statements and rows of the database, calls of other hubs, rows of its own storage. A
 * fan-out reads the audience, which is two rows per connection. Pings are answered by the runtime and cost nothing.
 */
const HUB = {
  eventMs: 15,
  /** A read of held values. */
  warmReadMs: 2,
  listenSeconds: 55,
  listen: { ownRows: 3 },
  sessionCheckSeconds: 600,
  sessionCheck: { statements: 2, rowsRead: 4, ownRows: 3 },
  /** A hub subscribes and unsubscribes. The read that subscribes counts the first statement. */
  subscription: { statements: 1, rowsWritten: 2, ownRows: 2, minutes: 5 },
  /** The member comes online and goes offline again. */
  visit: { statements: 5, rowsWritten: 2, fanOuts: 2, ownRows: 8 },
  /** A new count of likes or comments. */
  count: { statements: 2, fanOuts: 1 },
  /** Frames of the member that are billed as one request. */
  framesARequest: 20,
  /** The storage of a hub, even an empty one. */
  gigabytes: 16e-6,
};

/**
 * Cloudflare's limits for one database, and the calls that a hub makes in one event: half of Cloudflare's limit
 * (workers/hub/delivery-queue.ts).
 */
export const LIMITS = { statementsASecond: 1000, gigabytes: 10, callsAnEvent: 500 };

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

/** The requests of an active member's day, photos and sockets left out. */
function edgeDay(habits: Habits, costs: Map<string, Cost>, hub: HubDay, keeping: Keeping) {
  const day = {
    statements: { main: 0, chat: 0 },
    rowsRead: 0,
    rowsWritten: 0,
    requests: 0,
    cpuMs: 0,
    hubReads: 0,
    coldReads: 0,
  };
  const polls = (habits.minutesVisible * 60) / POLL_SECONDS;
  for (const [name, count] of Object.entries({ ...habits.requests, "GET /api/chat/unread": polls })) {
    const cost = costs.get(name);
    if (!cost) throw new Error(`docs/performance.md has no costs of ${name}.`);
    const through = readsThrough(hub, name, cost);
    // One statement of each request is the session's.
    const chatShare = name.includes("/api/chat/") ? 1 - 1 / cost.statements : 0;
    day.requests += count;
    day.statements.main += count * through.statements * (1 - chatShare);
    day.statements.chat += count * through.statements * chatShare;
    day.rowsRead += count * through.cold * rowsReadWith(habits.connections, name, cost);
    day.rowsWritten += count * cost.rowsWritten;
    if (keeping !== "nowhere" && hub.cold.has(name)) {
      day.hubReads += count;
      day.coldReads += count * through.cold;
    }
    day.cpuMs +=
      count *
      (name === "POST /api/media" ? CPU_MS.upload : name.startsWith("/") ? CPU_MS.document : CPU_MS.call);
  }
  return day;
}

/** The work of a member's hub on an active day. */
function hubsDay(
  habits: Habits,
  hub: HubDay,
  keeping: Keeping,
  { hubReads, coldReads }: { hubReads: number; coldReads: number },
) {
  const { visits, connections, dailyShare, peak, minutesOpen } = habits;
  const counts = times(habits, "POST /api/posts/{id}/like") + times(habits, "POST /api/posts/{id}/comment");
  const messages = times(habits, "POST /api/chat/messages/{userId}");
  const listens = (minutesOpen * 60) / HUB.listenSeconds;
  const checks = (minutesOpen * 60) / HUB.sessionCheckSeconds;
  const fanOuts = counts * HUB.count.fanOuts + visits * HUB.visit.fanOuts;
  const onlineAudience = connections * (minutesOpen / (24 * 60)) * dailyShare * peak;
  const tails = keeping === "nowhere" ? 0 : hub.subscriptions * HUB.subscription.minutes;
  const subscribedAudience = onlineAudience * (1 + tails / Math.max(minutesOpen, 1));
  // A message, a read mark, and the first frame of a socket, which syncs.
  const frames = messages + times(habits, "POST /api/chat/messages/{userId}/read") + visits;
  const events =
    counts * 2 +
    frames +
    messages +
    visits +
    listens +
    checks +
    visits * HUB.visit.fanOuts * onlineAudience +
    counts * HUB.count.fanOuts * subscribedAudience;
  return {
    statements: {
      main:
        checks * HUB.sessionCheck.statements +
        visits * HUB.visit.statements +
        counts * HUB.count.statements +
        hub.subscriptions * HUB.subscription.statements,
      chat: 0,
    },
    rowsRead: checks * HUB.sessionCheck.rowsRead + fanOuts * connections * 2,
    rowsWritten: visits * HUB.visit.rowsWritten + hub.subscriptions * HUB.subscription.rowsWritten,
    frames,
    calls: events + hubReads,
    ms: (events + coldReads) * HUB.eventMs + (hubReads - coldReads) * HUB.warmReadMs,
    ownRows:
      listens * HUB.listen.ownRows +
      checks * HUB.sessionCheck.ownRows +
      visits * HUB.visit.ownRows +
      hub.subscriptions * HUB.subscription.ownRows,
  };
}

/**
 * Rows of the hourly run on a day, of all members: the walk through the notifications reads all that are kept, and deletes as many as are stored
 * on a day.
 */
function retentionDay(habits: Habits) {
  const { members, dailyShare } = habits;
  const deleted = members * dailyShare * notificationsADay(habits);
  return {
    rowsRead: members * (keptNotifications(habits, YEAR_DAYS) + 8) + 4 * deleted,
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

/** Returns the statements of one call, and the share of its calls that read rows of the database. */
function readsThrough(hub: HubDay, name: string, cost: Cost): { statements: number; cold: number } {
  const [statements, cold] = [hub.statements.get(name), hub.cold.get(name)];
  return statements === undefined || cold === undefined
    ? { statements: cost.statements, cold: 1 }
    : { statements, cold };
}

/** Rows that a request reads for each connection: the author's and their newest post, or those of a list. */
const ROWS_A_CONNECTION: Record<string, number> = {
  "/feed": 2,
  "GET /api/feed": 2,
  "GET /api/connections": 3,
  "GET /api/connections/stories": 3,
  "GET /api/chat/connections": 3,
};

/** Returns the rows that a request reads, from its cost, which was measured with 200 connections. */
function rowsReadWith(connections: number, name: string, { rowsRead }: Cost): number {
  return rowsRead - (ROWS_A_CONNECTION[name] ?? 0) * (200 - connections);
}
