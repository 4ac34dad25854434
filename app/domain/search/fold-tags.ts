import { type SQL, sql } from "drizzle-orm";
import { fold } from "~/contract/fold";
import { limit } from "~/db/limit";
import { storeInParts } from "~/db/store-in-parts";
import type { Ctx } from "../context";

const BATCH = 250;

/** Returns the statement that stores folded forms. @param folds a JSON array of pairs: a hashtag and its folded form */
const storeFolds = (folds: string): SQL => sql`
  UPDATE tag_folds SET folded = new.value ->> 1 FROM json_each(${folds}) new
  WHERE tag = new.value ->> 0 AND tag_folds.folded IS NULL`;

/** Returns the statement that stores folded hashtags, after `tagPost`; null when each is its own folded form. */
export function foldStoredTags(tags: string[]): SQL | null {
  const folds = tags.map((tag) => [tag, fold(tag)]).filter(([tag, folded]) => tag !== folded);
  return folds.length > 0 ? storeFolds(JSON.stringify(folds)) : null;
}

/**
 * Stores the folded forms of hashtags that have none yet: those that are older than their table, and those that are
 * their own. At most 250 a call. One whose form cannot be stored is found by its own letters alone.
 * @returns their number
 */
export async function foldTags({ db }: Pick<Ctx, "db">): Promise<number> {
  const unfolded = await db.all<{ tag: string }>(sql`
    SELECT tag AS tag FROM tag_folds WHERE folded IS NULL ${limit(BATCH)}`);
  const folds = unfolded.map(({ tag }): [string, string] => [tag, fold(tag)]);
  await storeInParts(
    folds,
    (json) => db.run(storeFolds(json)),
    ([tag]): [string, string] => [tag, ""],
  );
  return folds.length;
}
