import { openDb } from "~/db/client";
import { sweepUnsaved } from "~/domain/studio/sweep-unsaved";
import { r2MediaStore } from "~/platform/media/store";

/** What the cron trigger of wrangler.toml runs every hour. */
export async function scheduled(_: unknown, env: Env): Promise<void> {
  const { db } = openDb(env.DB);
  await sweepUnsaved({ db, media: r2MediaStore(env.MEDIA, env.IMAGES), now: () => new Date() });
}
