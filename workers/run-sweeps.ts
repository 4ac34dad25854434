import type { Ctx } from "~/domain/context";
import type { MailCtx } from "~/domain/mail/send-mail";
import type { sweepDevices } from "~/domain/push/sweep-devices";
import { elapsedMs } from "~/platform/elapsed";
import { logError } from "~/platform/log";
import type { RunCost } from "./counted-calls";

export type SweepCtx = Pick<
  Ctx,
  "db" | "chats" | "media" | "now" | "realtime" | "ceilings" | "imageSafety" | "urlOf"
> &
  MailCtx &
  Parameters<typeof sweepDevices>[0];

/** Handles a bounded batch and returns its size, 0 at the end. Idempotent, and can be cut off at any statement. */
export type Sweep = (ctx: SweepCtx) => Promise<number>;

/** Batches of each sweep in a run. */
const ROUNDS = 20;

/**
 * The budget that all sweeps of a run share. No batch begins after it. Cloudflare allows an invocation of a cron
 * trigger 1,000 statements, 10,000 subrequests and 15 minutes; the largest batches have 140 statements (photos that are
 * held), and 4,000 subrequests (docs/scale.md).
 */
const STATEMENTS = 850;
const SUBREQUESTS = 5000;
const RUN_MS = 8 * 60_000;
/** A batch that takes longer has failed: another service does not answer. D1 ends a statement after 30 seconds. */
const BATCH_MS = 2 * 60_000;

/**
 * Runs a batch of each sweep in turn, until nothing is left or the run's budget is used up; the next run does the rest.
 * In turn, so that one sweep with much to do does not keep the others from a batch. A failed sweep ends for this run.
 * @param cost counts what the sweeps use
 * @param batchMs the longest time of a batch, in milliseconds
 * @returns how much each has swept, the names of those that failed, and whether the budget ended the run
 */
export async function runSweeps(
  named: Record<string, Sweep>,
  ctx: SweepCtx,
  cost: Pick<RunCost, "statements" | "subrequests">,
  batchMs = BATCH_MS,
): Promise<{ swept: Record<string, number>; failed: string[]; isCut: boolean }> {
  const started = elapsedMs();
  const hasBudget = () =>
    cost.statements < STATEMENTS && cost.subrequests < SUBREQUESTS && elapsedMs() - started < RUN_MS;
  const swept: Record<string, number> = Object.fromEntries(Object.keys(named).map((name) => [name, 0]));
  const failed: string[] = [];
  const open = new Map(Object.entries(named));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, sweep] of [...open]) {
      if (!hasBudget()) return { swept, failed, isCut: true };
      try {
        const found = await within(batchMs, sweep(ctx));
        swept[name] = (swept[name] ?? 0) + found;
        if (found === 0) open.delete(name);
      } catch (error) {
        logError(error, { sweep: name });
        failed.push(name);
        open.delete(name);
      }
    }
  }
  return { swept, failed, isCut: open.size > 0 };
}

/** Resolves as the work does. @throws after `ms` milliseconds; the work is not waited for any longer */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The work took longer than ${ms / 1000} seconds.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
