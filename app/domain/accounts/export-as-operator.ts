import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { batchRows } from "~/db/batch";
import type { Ctx } from "../context";
import { type ExportFile, filesOf } from "./export-account";
import { sessionRow, viewerColumns, viewerOf } from "./find-session";

/**
 * Returns the files of a member's data without a session, for a lawful request, after logging the export.
 * @param isDryRun logs nothing and returns no files
 * @throws AppError `not_found`
 */
export async function exportAsOperator(
  ctx: Pick<Ctx, "db" | "chats" | "media" | "now">,
  username: string,
  { note, isDryRun }: { note: string; isDryRun: boolean },
): Promise<{ member: string; files: AsyncGenerator<ExportFile> | null }> {
  const found = sql`FROM users u WHERE lower(u.username) = lower(${username})`;
  const now = ctx.now();
  const [[row] = []] = await batchRows(ctx.db, [
    sql`SELECT '' AS sessionId, '' AS lastSeenAt, '' AS expiresAt, ${viewerColumns} ${found}`,
    ...(isDryRun
      ? []
      : [
          sql`INSERT INTO moderation_log (id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, created_at)
            SELECT ${newId(now.getTime())}, 'the operator', 'export', u.id, u.username, 'member', u.id, 'other', ${note},
              ${now.toISOString()} ${found}`,
        ]),
  ]);
  if (!row) throw new AppError("not_found", msg`There is no member ${{ username }}.`);
  const viewer = viewerOf(sessionRow(row));
  const { db, chats, media } = ctx;
  const files = isDryRun ? null : filesOf({ db, chats, media, now: ctx.now, viewer });
  return { member: viewer.username, files };
}
