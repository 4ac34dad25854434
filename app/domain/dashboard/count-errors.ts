import { sql } from "drizzle-orm";
import { type Db, unguarded } from "~/db/client";
import { OTHER_ERRORS, returnErrors, takeErrors } from "~/platform/error-counts";

/** Kinds of a day, beyond which errors count as others; with those of one write that goes beyond it, 250. */
const KINDS_A_DAY = 200;

/**
 * Stores the errors that this isolate has counted, at most once a minute: one statement, and none without errors. The
 * counts of an isolate that ends before are lost, so the stored ones are a lower limit. Never throws: what could not be
 * stored is stored later.
 */
export async function storeErrors(db: Db, now?: number): Promise<void> {
  const taken = takeErrors(now);
  if (taken.length === 0) return;
  const isKnown = sql`EXISTS (SELECT 1 FROM error_counts WHERE day = n.value ->> 'day' AND kind = n.value ->> 'kind')`;
  const hasRoom = sql`(SELECT count(*) FROM error_counts WHERE day = n.value ->> 'day') < ${KINDS_A_DAY}`;
  try {
    await unguarded(db).run(sql`
      INSERT INTO error_counts (day, kind, count, last_at)
      SELECT n.value ->> 'day', iif(${isKnown} OR ${hasRoom}, n.value ->> 'kind', ${OTHER_ERRORS}), n.value ->> 'count',
        n.value ->> 'lastAt'
      FROM json_each(${JSON.stringify(taken)}) n WHERE true
      ON CONFLICT (day, kind) DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`);
  } catch {
    returnErrors(taken);
  }
}
