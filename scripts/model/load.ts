import type { Cost } from "../../bench/costs/table";
import { type HubDay, hubDay, type Keeping, POLL_SECONDS } from "./hub-day";

/** The actions of one member on a day on which they are active. The model derives everything else from them. */
export interface Habits {
  /** Members with an account. */
  members: number;
  /** Share of the members who are active on a day. */
  dailyShare: number;
  /** Load of the busiest hour, as a multiple of the average hour. */
  peak: number;
  /** Accepted connections per member. */
  connections: number;
  /** Connections of the member with the most. */
  maxConnections: number;
  /** Times a tab is opened. Each loads a document and opens a socket. */
  visits: number;
  /** Minutes during which a tab is visible, and during which it is open. */
  minutesVisible: number;
  minutesOpen: number;
  /** Photos that the browser has not cached. */
  photos: number;
  /** Share of those photos that the data centre has not cached either. */
  cacheMisses: number;
  /** Requests per day, by their name in docs/performance.md. Requests of the unread count follow from `minutesVisible`. */
  requests: Record<string, number>;
  /** Images created with AI. */
  aiImages: number;
}

/** Estimates for an active photo community. The figures in docs/scale.md are computed from them. */
export const defaultHabits: Habits = {
  members: 10_000,
  dailyShare: 0.3,
  peak: 3,
  connections: 100,
  maxConnections: 5000,
  visits: 5,
  minutesVisible: 30,
  minutesOpen: 60,
  photos: 120,
  cacheMisses: 0.3,
  requests: {
    "/feed": 5,
    "GET /api/feed": 12,
    "GET /api/connections/stories": 5,
    "GET /api/posts/{id}": 4,
    "GET /api/users/profile/{username}": 4,
    "GET /api/users/profile/{username}/posts": 2,
    "GET /api/notifications": 3,
    "GET /api/notifications/unread": 6,
    "GET /api/chat/connections": 3,
    "GET /api/chat/messages/{userId}": 4,
    "GET /api/users/search": 2,
    "POST /api/media": 0.2,
    "POST /api/posts": 0.2,
    "POST /api/posts/{id}/like": 8,
    "POST /api/posts/{id}/save": 0.5,
    "POST /api/posts/{id}/comment": 1,
    "POST /api/chat/messages/{userId}": 8,
    "POST /api/chat/messages/{userId}/read": 4,
    "POST /api/notifications/read/{id}": 2,
    "POST /api/connections/request/{userId}": 0.05,
    "POST /api/connections/accept/{fromUserId}": 0.05,
  },
  aiImages: 0.05,
};

/** Dollars per million, unless a comment names another unit. Prices of the paid plan, without its included amounts. */
const PRICE = {
  plan: 5,
  request: 0.3,
  cpuMs: 0.02,
  rowRead: 0.001,
  rowWritten: 1,
  /** Per gigabyte and month. */
  d1Storage: 0.75,
  r2Storage: 0.015,
  hubRequest: 0.15,
  hubGbSecond: 12.5,
  r2Read: 0.36,
  r2Write: 4.5,
  /** Each. */
  transformation: 0.0005,
  aiImage: 0.002,
};

const CPU_MS = { document: 20, call: 2, photo: 1, upload: 60 };
/** A photo is stored in three widths. Four transformations create these and the placeholder. */
const UPLOAD = { megabytes: 0.55, variants: 3, transformations: 4 };
/** Bytes of a row with its indexes: `npm run bench:bytes`. A member has 17 terms of search, a post a photo and a tag. */
const ROW_BYTES = {
  member: 683 + 17 * 48,
  session: 649,
  connection: 116,
  post: 1027 + 484 + 133,
  like: 53,
  comment: 262,
  message: 146,
  notification: 100,
};
/**
 * The work of a hub (workers/hub): statements and rows of the database, calls of other hubs, rows of its own storage. A
 * fan-out reads the audience, which is two rows per connection.
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
  pingSeconds: 25,
  framesARequest: 20,
};

/**
 * Cloudflare's limits for one database, and the calls that a hub makes in one event: half of Cloudflare's limit
 * (workers/hub/delivery-queue.ts).
 */
export const LIMITS = { statementsASecond: 1000, gigabytes: 10, callsAnEvent: 500 };

const DAY = 86_400;
const MONTH_DAYS = 30;
const GB = 1e9;

export interface Load {
  /** Database statements of one active member's day. */
  statementsADay: number;
  /** Share of the reads through hubs that make no statement. */
  warmReads: number;
  /** Per second, in the busiest hour. */
  requests: number;
  photos: number;
  statements: number;
  sockets: number;
  hubCalls: number;
  /** Per day. */
  rowsRead: number;
  rowsWritten: number;
  /** Gigabytes of the accounts, and gigabytes that each month adds. */
  accounts: number;
  databaseGrowth: number;
  photoGrowth: number;
  /** Calls for one like of the member with the most connections, in the busiest hour. */
  widestFanOut: number;
  /** Dollars per month after a year, by purpose. */
  dollars: Record<string, number>;
  /** Members at which a resource is full after a year's growth, in ascending order. */
  limits: { resource: string; members: number }[];
}

/** Returns the statements of one call, and the share of its calls that read rows of the database. */
function readsThrough(hub: HubDay, name: string, cost: Cost): { statements: number; cold: number } {
  const [statements, cold] = [hub.statements.get(name), hub.cold.get(name)];
  return statements === undefined || cold === undefined
    ? { statements: cost.statements, cold: 1 }
    : { statements, cold };
}

/**
 * Returns the load and the costs of members with these habits.
 * @param keeping where hubs keep what they have read
 * @throws for a request without a measured cost
 */
export function loadOf(habits: Habits, costs: Map<string, Cost>, keeping: Keeping = "sockets"): Load {
  const hub = hubDay(habits, keeping);
  const daily = habits.members * habits.dailyShare;
  const online = (habits.minutesOpen / (24 * 60)) * habits.dailyShare;
  const perMember = {
    ...habits.requests,
    "GET /api/chat/unread": (habits.minutesVisible * 60) / POLL_SECONDS,
  };
  const times = (name: string) => habits.requests[name] ?? 0;

  let requests = habits.photos;
  let statements = 0;
  let rowsRead = 0;
  let rowsWritten = 0;
  let cpuMs = habits.photos * CPU_MS.photo;
  let [hubReads, coldReads] = [0, 0];
  for (const [name, count] of Object.entries(perMember)) {
    const cost = costs.get(name);
    if (!cost) throw new Error(`docs/performance.md has no costs of ${name}.`);
    const through = readsThrough(hub, name, cost);
    requests += count;
    statements += count * through.statements;
    rowsRead += count * through.cold * rowsReadWith(habits.connections, name, cost);
    if (keeping !== "nowhere" && hub.cold.has(name)) {
      hubReads += count;
      coldReads += count * through.cold;
    }
    rowsWritten += count * cost.rowsWritten;
    cpuMs +=
      count *
      (name === "POST /api/media" ? CPU_MS.upload : name.startsWith("/") ? CPU_MS.document : CPU_MS.call);
  }

  const counts = times("POST /api/posts/{id}/like") + times("POST /api/posts/{id}/comment");
  const messages = times("POST /api/chat/messages/{userId}");
  const listens = (habits.minutesOpen * 60) / HUB.listenSeconds;
  const checks = (habits.minutesOpen * 60) / HUB.sessionCheckSeconds;
  const fanOuts = counts * HUB.count.fanOuts + habits.visits * HUB.visit.fanOuts;
  const onlineAudience = habits.connections * online * habits.peak;
  const tails = keeping === "nowhere" ? 0 : hub.subscriptions * HUB.subscription.minutes;
  const subscribedAudience = onlineAudience * (1 + tails / Math.max(habits.minutesOpen, 1));
  statements +=
    checks * HUB.sessionCheck.statements +
    habits.visits * HUB.visit.statements +
    counts * HUB.count.statements +
    hub.subscriptions * HUB.subscription.statements;
  rowsRead += checks * HUB.sessionCheck.rowsRead + fanOuts * habits.connections * 2;
  rowsWritten += habits.visits * HUB.visit.rowsWritten + hub.subscriptions * HUB.subscription.rowsWritten;
  const events =
    counts * 2 +
    messages * 2 +
    habits.visits * 2 +
    listens +
    checks +
    habits.visits * HUB.visit.fanOuts * onlineAudience +
    counts * HUB.count.fanOuts * subscribedAudience;
  const hubCalls = events + hubReads;
  const hubMs = (events + coldReads) * HUB.eventMs + (hubReads - coldReads) * HUB.warmReadMs;
  const frames = (habits.minutesOpen * 60) / HUB.pingSeconds / HUB.framesARequest;
  const hubRows =
    listens * HUB.listen.ownRows +
    checks * HUB.sessionCheck.ownRows +
    habits.visits * HUB.visit.ownRows +
    hub.subscriptions * HUB.subscription.ownRows;

  const notifications =
    counts +
    times("POST /api/posts/{id}/save") +
    times("POST /api/connections/request/{userId}") +
    times("POST /api/connections/accept/{fromUserId}");
  const bytes =
    times("POST /api/posts") * ROW_BYTES.post +
    times("POST /api/posts/{id}/like") * ROW_BYTES.like +
    times("POST /api/posts/{id}/comment") * ROW_BYTES.comment +
    messages * ROW_BYTES.message +
    notifications * ROW_BYTES.notification;
  const uploads = times("POST /api/media") + habits.aiImages;

  const perSecond = (perDay: number) => ((perDay * daily) / DAY) * habits.peak;
  const month = daily * MONTH_DAYS;
  const accounts =
    (habits.members *
      (ROW_BYTES.member + ROW_BYTES.session + (habits.connections / 2) * ROW_BYTES.connection)) /
    GB;
  const databaseGrowth = (bytes * month) / GB;
  const photoGrowth = (uploads * UPLOAD.megabytes * month) / 1000;
  const millions = (perDay: number) => (perDay * month) / 1e6;
  const afterAYear = accounts + 12 * databaseGrowth;
  const widestFanOut = habits.maxConnections * online * habits.peak;
  const membersAt = (load: number, limit: number) => Math.floor((habits.members * limit) / load);
  return {
    statementsADay: statements,
    warmReads: hubReads === 0 ? 0 : 1 - coldReads / hubReads,
    requests: perSecond(requests),
    photos: perSecond(habits.photos),
    statements: perSecond(statements),
    sockets: habits.members * online * habits.peak,
    hubCalls: perSecond(hubCalls),
    rowsRead: rowsRead * daily,
    rowsWritten: rowsWritten * daily,
    accounts,
    databaseGrowth,
    photoGrowth,
    widestFanOut,
    dollars: {
      plan: PRICE.plan,
      requests: millions(requests) * PRICE.request,
      CPU: millions(cpuMs) * PRICE.cpuMs,
      "rows read": millions(rowsRead) * PRICE.rowRead,
      "rows written": millions(rowsWritten) * PRICE.rowWritten,
      "database storage": afterAYear * PRICE.d1Storage,
      hubs:
        millions(hubCalls + frames) * PRICE.hubRequest +
        millions(hubRows) * PRICE.rowWritten +
        millions((hubMs * 0.128) / 1000) * PRICE.hubGbSecond,
      "photos read": millions(habits.photos * habits.cacheMisses) * PRICE.r2Read,
      "photos stored":
        12 * photoGrowth * PRICE.r2Storage + millions(uploads * UPLOAD.variants) * PRICE.r2Write,
      "photos made": uploads * month * UPLOAD.transformations * PRICE.transformation,
      AI: habits.aiImages * month * PRICE.aiImage,
    },
    limits: [
      {
        resource: "statements of one database",
        members: membersAt(perSecond(statements), LIMITS.statementsASecond),
      },
      { resource: "gigabytes of one database", members: membersAt(afterAYear, LIMITS.gigabytes) },
    ].sort((a, b) => a.members - b.members),
  };
}

/** Returns the databases needed for the busiest hour and a year's rows, each used to half of its limits. */
export function databasesFor({ statements, accounts, databaseGrowth }: Load): number {
  const bySpeed = statements / (LIMITS.statementsASecond / 2);
  const bySize = (accounts + 12 * databaseGrowth) / (LIMITS.gigabytes / 2);
  return Math.max(1, Math.ceil(Math.max(bySpeed, bySize)));
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
