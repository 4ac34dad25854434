import { type SQL, sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import { batchRows } from "~/db/batch";
import { isAdmin } from "~/db/moderators";
import type { MemberCtx } from "../context";
import { asAdmin } from "../moderation/as-moderator";

interface SiteChange {
  /** The name of what changes, in the log. */
  what: string;
  /** For moderators, in the log. */
  note: string;
  /** The condition that something changes. Without it nothing is stored, nor logged. */
  differs: SQL;
  /** Returns the statements that store it. The row of `site_settings` exists. @param isLogged the condition of each */
  store: (isLogged: SQL) => SQL[];
}

/**
 * Stores a change of the site's settings, and logs it, in one transaction. The isolate knows it at once, others within
 * 30 seconds. Idempotent.
 * @throws AppError `not_found` for members; `forbidden` for moderators who are no admins
 */
export async function changeSite(ctx: MemberCtx, { what, note, differs, store }: SiteChange): Promise<void> {
  const { viewer } = asAdmin(ctx);
  const now = ctx.now();
  const id = newId(now.getTime());
  const isLogged = sql`EXISTS (SELECT 1 FROM moderation_log WHERE id = ${id})`;
  await batchRows(ctx.db, [
    sql`INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, created_at)
      SELECT ${id}, ${viewer.id}, ${viewer.username}, 'site', '', ${what}, 'site', ${what}, 'other', ${note}, ${now.toISOString()}
      WHERE ${isAdmin(viewer.id)} AND (${differs})`,
    sql`INSERT INTO site_settings (id, sign_ups, sign_up_text, version) SELECT 1, 'open', '', ${id} WHERE ${isLogged}
      ON CONFLICT (id) DO UPDATE SET version = excluded.version`,
    ...store(isLogged),
  ]);
  ctx.siteChanged();
}
