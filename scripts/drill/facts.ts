import assert from "node:assert/strict";
import { unstable_readConfig } from "wrangler";
import { BACKUP_RECORD_KEY } from "~/contract/backup-record";
import { countRows, listObjects, WALKS } from "../backup/restore";
import { localSite } from "../backup/site";
import { productionConfig } from "../local-state";

/** The number of rows of each table, and the ETag and size of each object. */
export interface Facts {
  rows: Record<string, number>;
  objects: Record<string, string>;
}

/** Returns the facts of the site in a state folder. @throws AssertionError when a row refers to no row */
export async function factsOf(state: string): Promise<Facts> {
  const site = await localSite(
    unstable_readConfig({ config: productionConfig }, { hideWarnings: true }),
    state,
  );
  try {
    assert.deepEqual(
      await site.rows("DB", "PRAGMA foreign_key_check"),
      [],
      "Every reference leads to a row.",
    );
    const { [WALKS]: _, ...rows } = await countRows(site, "DB");
    const objects = await listObjects(await site.media());
    objects.delete(BACKUP_RECORD_KEY);
    return { rows, objects: Object.fromEntries(objects) };
  } finally {
    await site.close();
  }
}
