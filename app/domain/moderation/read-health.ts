import { sql } from "drizzle-orm";
import type { HealthView, LastRun, ProbeResult } from "~/contract/health-views";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import { limit } from "~/db/limit";
import { logError } from "~/platform/log";
import type { MemberCtx } from "../context";
import { asPageAdmin } from "./as-moderator";

/** Days of errors that are counted, and the kinds that are listed. */
const ERROR_DAYS = 7;
const ERRORS_MAX = 20;
/** The hourly run is late, and a daily backup old, after this time. */
const RUN_LATE_MS = 2 * HOUR_MS;
const BACKUP_OLD_MS = 2 * DAY_MS;

/** Returns the health of the site, for its operators. @throws AppError `not_found` for everybody but admins */
export async function readHealth(ctx: MemberCtx): Promise<HealthView> {
  const { viewer, operations } = asPageAdmin(ctx);
  const [free, migrations, lastRun, errors, backup] = await Promise.all([
    operations.askFree(viewer.id),
    readMigrations(ctx),
    readLastRun(ctx),
    readErrors(ctx),
    readBackup(ctx),
  ]);
  const unasked = operations.paidNames.map((name): ProbeResult => ({ name, state: "unasked", ms: 0 }));
  const { mailWay, settings } = operations;
  const email = viewer.emailConfirmed ? viewer.email : null;
  return { probes: [...free, ...unasked], mailWay, email, migrations, lastRun, backup, errors, settings };
}

/** Asks the services that cost money. @throws AppError `not_found` for everybody but admins */
export const askPaidServices = (ctx: MemberCtx): Promise<ProbeResult[]> =>
  asPageAdmin(ctx).operations.askPaid();

/** Compares the migrations of each database with the build's. All are missing of a database that does not answer. */
async function readMigrations({ chats, operations }: MemberCtx): Promise<HealthView["migrations"]> {
  const needed = await operations.neededMigrations();
  const states = await Promise.all(
    chats.map(async (db, number) => {
      const rows = await db.all<{ name: string }>(sql`SELECT name FROM d1_migrations`).catch(() => []);
      const names = new Set(rows.map(({ name }) => name));
      const own = number === 0 ? needed.main : needed.chat;
      const missing = own.filter((name) => !names.has(name));
      return {
        applied: own.length - missing.length,
        missing: missing.map((name) => prefixOf(number) + name),
      };
    }),
  );
  return {
    applied: states.reduce((sum, { applied }) => sum + applied, 0),
    missing: states.flatMap(({ missing }) => missing),
  };
}

const prefixOf = (number: number) => (number === 0 ? "" : `CHAT_DB_${number}/`);

interface RunRow {
  endedAt: number;
  tookMs: number;
  swept: string;
  failed: string;
  isCut: number;
}

async function readLastRun({ db, now }: MemberCtx): Promise<LastRun | null> {
  const [row] = await db.all<RunRow>(sql`
    SELECT ended_at AS endedAt, took_ms AS tookMs, swept, failed, is_cut AS isCut FROM last_run WHERE id = 1`);
  if (!row) return null;
  // The hourly run writes both in this form.
  const swept = Object.entries(JSON.parse(row.swept) as Record<string, number>);
  return {
    endedAt: new Date(row.endedAt).toISOString(),
    tookMs: row.tookMs,
    swept: swept.filter(([, count]) => count > 0).map(([name, count]) => ({ name, count })),
    failed: JSON.parse(row.failed) as string[],
    isCut: row.isCut === 1,
    isLate: now().getTime() - row.endedAt > RUN_LATE_MS,
  };
}

async function readErrors({ db, now }: MemberCtx): Promise<HealthView["errors"]> {
  const first = new Date(now().getTime() - (ERROR_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const rows = await db.all<{ kind: string; count: number; lastAt: number }>(sql`
    SELECT kind, sum(count) AS count, max(last_at) AS lastAt FROM error_counts WHERE day >= ${first}
    GROUP BY kind ORDER BY lastAt DESC, kind ${limit(ERRORS_MAX)}`);
  return rows.map(({ lastAt, ...row }) => ({ ...row, lastAt: new Date(lastAt).toISOString() }));
}

async function readBackup({ operations, now }: MemberCtx): Promise<HealthView["backup"]> {
  const found = await operations.readBackup().catch((error: unknown) => {
    logError(error, { event: "backup record not read" });
    return null;
  });
  if (!found) return null;
  const { time, rows, objects } = found;
  return { time, rows, objects, isOld: now().getTime() - Date.parse(time) > BACKUP_OLD_MS };
}
