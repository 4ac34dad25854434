import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { SiteText } from "~/contract/site";
import type { AnnouncementForm, NoteForm } from "~/contract/site-forms";
import { batchRows } from "~/db/batch";
import type { Ctx, MemberCtx } from "../context";
import { asAdmin } from "../moderation/as-moderator";
import { changeSite } from "./change-site";
import { siteTextFor } from "./site-texts";

/** The announcement for a member. */
export interface ShownAnnouncement extends SiteText {
  id: string;
}

/** Returns the announcement that the viewer sees now; null without one, after its dismissal, and for visitors. */
export function announcementFor(
  ctx: Pick<Ctx, "site" | "viewer" | "operator" | "language" | "now">,
): ShownAnnouncement | null {
  const { announcement } = ctx.site;
  if (!announcement || !ctx.viewer || ctx.viewer.dismissedAnnouncement === announcement.id) return null;
  const now = ctx.now().toISOString();
  if (now < announcement.from || now >= announcement.until) return null;
  const text = siteTextFor(ctx, "announcement");
  return text && { id: announcement.id, ...text };
}

/**
 * Shows the announcement to every member for a time, also to those who have dismissed an earlier one, and logs it.
 * @throws AppError `invalid` without a text, or as `changeSite`
 */
export async function publishAnnouncement(
  ctx: MemberCtx,
  { from, until, note }: AnnouncementForm,
): Promise<void> {
  asAdmin(ctx);
  const text = await ctx.db.get(sql`SELECT 1 FROM site_texts WHERE kind = 'announcement'`);
  if (!text) throw invalid("from", msg`Please write the text of the announcement first.`);
  await changeSite(ctx, {
    what: "announcement",
    note,
    differs: sql`1`,
    store: (isLogged) => [
      sql`UPDATE site_settings SET announcement = ${newId(ctx.now().getTime())}, announcement_from = ${from},
        announcement_until = ${until} WHERE ${isLogged}`,
    ],
  });
}

const end = sql`UPDATE site_settings SET announcement = '', announcement_from = '', announcement_until = ''`;

/** Ends the announcement, and logs it. Its texts stay for the next one. Idempotent. @throws AppError as `changeSite` */
export async function endAnnouncement(ctx: MemberCtx, { note }: NoteForm): Promise<void> {
  await changeSite(ctx, {
    what: "announcement ended",
    note,
    differs: sql`EXISTS (SELECT 1 FROM site_settings WHERE announcement <> '')`,
    store: (isLogged) => [sql`${end} WHERE ${isLogged}`],
  });
}

/** Stores that a member has dismissed an announcement, on all devices. Idempotent. */
export async function dismissAnnouncement({ db, viewer }: MemberCtx, id: string): Promise<void> {
  await db.run(sql`UPDATE users SET dismissed_announcement = ${id} WHERE id = ${viewer.id} AND dismissed_announcement <> ${id}
    AND EXISTS (SELECT 1 FROM site_settings WHERE announcement = ${id})`);
}

/** Deletes the texts of an announcement that is over, and its times. @returns the number of announcements */
export async function sweepAnnouncement({ db, now }: Pick<Ctx, "db" | "now">): Promise<number> {
  const isOver = sql`id = 1 AND announcement <> '' AND announcement_until <= ${now().toISOString()}`;
  const [over = []] = await batchRows(db, [
    sql`SELECT 1 FROM site_settings WHERE ${isOver}`,
    sql`DELETE FROM site_texts WHERE kind = 'announcement' AND EXISTS (SELECT 1 FROM site_settings WHERE ${isOver})`,
    sql`${end} WHERE ${isOver}`,
  ]);
  return over.length;
}
