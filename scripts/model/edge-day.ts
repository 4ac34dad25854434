import type { Cost } from "../../bench/costs/table";
import type { Habits } from "./habits";
import { type HubDay, type Keeping, POLL_SECONDS } from "./hub-day";

/** Processor time of an invocation of the Worker, in milliseconds. */
export const CPU_MS = { document: 20, call: 2, photo: 1, upload: 60 };

/** The requests of an active member's day, photos and sockets left out. */
export function edgeDay(habits: Habits, costs: Map<string, Cost>, hub: HubDay, keeping: Keeping) {
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
