import { openDb } from "~/db/client";
import { sweepExpired } from "~/domain/accounts/sweep-expired";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { sweepUnsaved } from "~/domain/studio/sweep-unsaved";
import { r2MediaStore } from "~/platform/media/store";

/** Each works off a bounded batch and answers how many it found, 0 when there are no more. The last one takes the files. */
const sweeps = { sweepExpired, sweepUnsaved, sweepUnused, sweepRemovals };

/** Batches of one sweep in a run; what is left waits for the next hour. Far below what one run of a Worker may ask. */
const ROUNDS = 20;

/**
 * What the cron trigger of wrangler.toml runs every hour. Every sweep can be cut short and repeated; one that fails does
 * not keep the others from their work, and fails the run in the end, for the operator to see.
 */
export async function scheduled(_: unknown, env: Env): Promise<void> {
  const { db, cost } = openDb(env.DB);
  const ctx = { db, media: r2MediaStore(env.MEDIA, env.IMAGES), now: () => new Date() };
  const swept: Record<string, number> = {};
  const failed: unknown[] = [];
  for (const [name, sweep] of Object.entries(sweeps)) {
    swept[name] = 0;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const found = await sweep(ctx);
        swept[name] += found;
        if (found === 0) break;
      }
    } catch (error) {
      failed.push(error);
    }
  }
  console.log(JSON.stringify({ at: ctx.now().toISOString(), swept, ...cost }));
  if (failed.length > 0) throw new AggregateError(failed, "A sweep failed.");
}
