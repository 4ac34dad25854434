import type { Cost } from "../../bench/costs/table";

/** What one member does on a day they come; everything else of the model follows from it. */
export interface Habits {
  /** Members with an account. */
  members: number;
  /** The share of them who come on a day. */
  dailyShare: number;
  /** The busiest hour of the day beside the average one. */
  peak: number;
  /** Accepted connections a member. */
  connections: number;
  /** Those of the member who has most. */
  connectionsOfTheMost: number;
  /** Times a tab is opened, each with a document and a socket. */
  visits: number;
  /** Minutes a tab is looked at, and minutes it is open. */
  minutesSeen: number;
  minutesOpen: number;
  /** Photos that the browser does not have yet. */
  photos: number;
  /** The share of them that the data centre's cache does not have either. */
  cacheMisses: number;
  /** Requests a day, by their name in docs/performance.md; the unread count's are made from `minutesSeen`. */
  requests: Record<string, number>;
  /** Images made with AI. */
  aiImages: number;
}

/** A sociable photo app, guessed; the figures of docs/scale.md are these. */
export const habits: Habits = {
  members: 10_000,
  dailyShare: 0.3,
  peak: 3,
  connections: 100,
  connectionsOfTheMost: 5000,
  visits: 5,
  minutesSeen: 30,
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

/** Dollars; a million each unless another unit is said. Published prices of the paid plan, free shares left out. */
const PRICE = {
  plan: 5,
  request: 0.3,
  cpuMs: 0.02,
  rowRead: 0.001,
  rowWritten: 1,
  /** A gigabyte and month. */
  d1Storage: 0.75,
  r2Storage: 0.015,
  hubRequest: 0.15,
  hubGbSecond: 12.5,
  r2Read: 0.36,
  r2Write: 4.5,
  /** One. */
  transformation: 0.0005,
  aiImage: 0.002,
};

const CPU_MS = { document: 20, call: 2, photo: 1, upload: 60 };
/** A photo is stored in three widths, made by four transformations with the placeholder's. */
const UPLOAD = { megabytes: 0.55, variants: 3, transformations: 4 };
/** Bytes a row takes with its indexes, filled with texts of usual length by the migrations' own schema in SQLite. */
const ROW_BYTES = {
  member: 1700,
  session: 485,
  connection: 804,
  post: 789 + 516,
  like: 338,
  comment: 409,
  message: 511,
  notification: 446,
};
/**
 * What a hub does, in statements and rows of the database, calls of hubs, and rows of its own storage (workers/hub). A fan-out
 * reads the circle: two rows a connection.
 */
const HUB = {
  eventMs: 15,
  listenSeconds: 55,
  listen: { statements: 2, rowsRead: 4, ownRows: 3 },
  /** Coming online and going offline again. */
  visit: { statements: 5, rowsWritten: 2, circles: 2, ownRows: 8 },
  /** A like's or a comment's new count. */
  count: { statements: 2, circles: 1 },
  pingSeconds: 25,
  framesARequest: 20,
};

/** What Cloudflare lets one of a kind do; and the calls a hub makes an event (workers/hub/delivery-queue.ts), half of what it may. */
export const LIMITS = { statementsASecond: 1000, gigabytes: 10, callsAnEvent: 500 };

const DAY = 86_400;
const MONTH_DAYS = 30;
const GB = 1e9;
const POLL_SECONDS = 10;

export interface Load {
  /** A second, in the busiest hour. */
  requests: number;
  photos: number;
  statements: number;
  sockets: number;
  hubCalls: number;
  /** A day. */
  rowsRead: number;
  rowsWritten: number;
  /** Gigabytes: what the accounts take, and what a month adds. */
  accounts: number;
  databaseGrowth: number;
  photoGrowth: number;
  /** Calls that one like makes of the member with most connections, in the busiest hour. */
  widestFanOut: number;
  /** Dollars a month after a year, by what they are for. */
  dollars: Record<string, number>;
  /** What is full at how many members, the first one first; a year's growth included. */
  limits: { what: string; members: number }[];
}

/** What members with these habits ask of the house, by what a request costs. @throws for a request nobody has counted */
export function loadOf(of: Habits, costs: Map<string, Cost>): Load {
  const daily = of.members * of.dailyShare;
  const online = (of.minutesOpen / (24 * 60)) * of.dailyShare;
  const perMember = { ...of.requests, "GET /api/chat/unread": (of.minutesSeen * 60) / POLL_SECONDS };
  const times = (name: string) => of.requests[name] ?? 0;

  let requests = of.photos;
  let statements = 0;
  let rowsRead = 0;
  let rowsWritten = 0;
  let cpuMs = of.photos * CPU_MS.photo;
  for (const [name, count] of Object.entries(perMember)) {
    const cost = costs.get(name);
    if (!cost) throw new Error(`Nobody has counted what ${name} costs.`);
    const { read, written } = forConnections(name, cost, of.connections);
    requests += count;
    statements += count * cost.statements;
    rowsRead += count * read;
    rowsWritten += count * written;
    cpuMs +=
      count *
      (name === "POST /api/media" ? CPU_MS.upload : name.startsWith("/") ? CPU_MS.document : CPU_MS.call);
  }

  const counts = times("POST /api/posts/{id}/like") + times("POST /api/posts/{id}/comment");
  const messages = times("POST /api/chat/messages/{userId}");
  const listens = (of.minutesOpen * 60) / HUB.listenSeconds;
  const circles = counts * HUB.count.circles + of.visits * HUB.visit.circles;
  const onlineCircle = of.connections * online * of.peak;
  statements +=
    listens * HUB.listen.statements + of.visits * HUB.visit.statements + counts * HUB.count.statements;
  rowsRead += listens * HUB.listen.rowsRead + circles * of.connections * 2;
  rowsWritten += of.visits * HUB.visit.rowsWritten;
  const hubCalls = counts * 2 + messages * 2 + of.visits * 2 + listens + circles * onlineCircle;
  const frames = (of.minutesOpen * 60) / HUB.pingSeconds / HUB.framesARequest;
  const hubRows = listens * HUB.listen.ownRows + of.visits * HUB.visit.ownRows;

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
  const uploads = times("POST /api/media") + of.aiImages;

  const perSecond = (aDay: number) => ((aDay * daily) / DAY) * of.peak;
  const month = daily * MONTH_DAYS;
  const accounts =
    (of.members * (ROW_BYTES.member + ROW_BYTES.session + (of.connections / 2) * ROW_BYTES.connection)) / GB;
  const databaseGrowth = (bytes * month) / GB;
  const photoGrowth = (uploads * UPLOAD.megabytes * month) / 1000;
  const millions = (aDay: number) => (aDay * month) / 1e6;
  const afterAYear = accounts + 12 * databaseGrowth;
  const widestFanOut = of.connectionsOfTheMost * online * of.peak;
  const atMost = (load: number, limit: number) => Math.floor((of.members * limit) / load);
  return {
    requests: perSecond(requests),
    photos: perSecond(of.photos),
    statements: perSecond(statements),
    sockets: of.members * online * of.peak,
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
        millions((hubCalls * HUB.eventMs * 0.128) / 1000) * PRICE.hubGbSecond,
      "photos read": millions(of.photos * of.cacheMisses) * PRICE.r2Read,
      "photos stored":
        12 * photoGrowth * PRICE.r2Storage + millions(uploads * UPLOAD.variants) * PRICE.r2Write,
      "photos made": uploads * month * UPLOAD.transformations * PRICE.transformation,
      AI: of.aiImages * month * PRICE.aiImage,
    },
    limits: [
      {
        what: "statements of one database",
        members: atMost(perSecond(statements), LIMITS.statementsASecond),
      },
      { what: "gigabytes of one database", members: atMost(afterAYear, LIMITS.gigabytes) },
    ].sort((a, b) => a.members - b.members),
  };
}

/** Databases that the busiest hour and a year's rows need, each used to half of what it can. */
export function databasesFor({ statements, accounts, databaseGrowth }: Load): number {
  const bySpeed = statements / (LIMITS.statementsASecond / 2);
  const bySize = (accounts + 12 * databaseGrowth) / (LIMITS.gigabytes / 2);
  return Math.max(1, Math.ceil(Math.max(bySpeed, bySize)));
}

/** The table is of a member with 200 connections: a post touches each of them, the lists of them read three rows each. */
function forConnections(name: string, { rowsRead, rowsWritten }: Cost, connections: number) {
  const fewer = 200 - connections;
  if (name === "POST /api/posts") return { read: rowsRead - fewer, written: rowsWritten - 2 * fewer };
  const lists = ["GET /api/connections/stories", "GET /api/chat/connections", "GET /api/connections"];
  return { read: lists.includes(name) ? rowsRead - 3 * fewer : rowsRead, written: rowsWritten };
}
