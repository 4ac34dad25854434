import { openDb } from "~/db/client";
import { sweepExpired } from "~/domain/accounts/sweep-expired";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { sweepUnsaved } from "~/domain/studio/sweep-unsaved";
import { logError } from "~/platform/log";
import { r2MediaStore } from "~/platform/media/store";

/** Each handles one bounded batch and returns its size, 0 when nothing is left. The last one removes the files. */
const sweeps = { sweepExpired, sweepUnsaved, sweepUnused, sweepRemovals };

/** Batches of each sweep in a run, far below a Worker's limit of subrequests. The next run does the rest. */
const ROUNDS = 20;

/**
 * Runs every sweep; the cron trigger in wrangler.toml calls it every hour. Sweeps are idempotent. When one fails, the others
 * still run, and the run fails at the end, so that the operator sees it.
 */
export async function scheduled(_: unknown, env: Env): Promise<void> {
  const { db, cost } = openDb(env.DB);
  const ctx = { db, media: r2MediaStore(env.MEDIA, env.IMAGES), now: () => new Date() };
  const swept: Record<string, number> = {};
  const failed: string[] = [];
  for (const [name, sweep] of Object.entries(sweeps)) {
    swept[name] = 0;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const found = await sweep(ctx);
        swept[name] += found;
        if (found === 0) break;
      }
    } catch (error) {
      logError(error, { sweep: name });
      failed.push(name);
    }
  }
  console.log(JSON.stringify({ at: ctx.now().toISOString(), swept, ...cost }));
  if (failed.length > 0) throw new Error(`A sweep failed: ${failed.join(", ")}.`);
}
