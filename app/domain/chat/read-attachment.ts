import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { attachmentName } from "~/contract/attachment-name";
import { AppError } from "~/contract/errors";
import { rowId } from "~/db/cursor";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { StoredVariant } from "~/platform/media/store";
import type { MemberCtx } from "../context";

interface AttachmentRow {
  mediaId: string;
  type: string;
  name: string;
  /** The other member. */
  otherId: string;
}

/**
 * Returns the file of a message to its sender or receiver.
 * @param smaller whether to return an image's feed-width variant
 * @throws AppError `not_found`, also for every other member and when one of the two has blocked the other
 */
export async function readAttachment(
  ctx: MemberCtx,
  messageId: string,
  smaller: boolean,
): Promise<StoredVariant & { name: string; isImage: boolean }> {
  const [[found], blocks] = await readRows(ctx, ...attachmentReads(messageId));
  const row = blocks.some(({ id }) => id === found?.otherId) ? undefined : found;
  const isImage = row?.type.startsWith("image/") ?? false;
  const stored =
    row && (await ctx.media.getPrivate(row.mediaId, isImage ? (smaller ? "feed" : "full") : "file"));
  if (!stored) throw new AppError("not_found", msg`There is no such file.`);
  return { ...stored, contentType: row.type, name: attachmentName(row.name, row.type), isImage };
}

/** Returns the reads of `readAttachment`. */
export const attachmentReads = (messageId: string) => [attachmentRow(messageId), blockRows()] as const;

/** The row of a message's file, if the message is the viewer's. */
const attachmentRow = viewerQuery<string, AttachmentRow>({
  chat: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT m.attachment_media_id AS mediaId, m.attachment_type AS type, m.attachment_name AS name,
      iif(c.low_id = ${me}, c.high_id, c.low_id) AS otherId
    FROM chat_messages m JOIN conversations c ON c.key = m.conversation
    WHERE m.id = ${sql.placeholder("id")} AND m.attachment_media_id IS NOT NULL AND ${me} IN (c.low_id, c.high_id)`,
  values: (messageId) => ({ id: rowId(messageId) }),
});

/**
 * The members whom the viewer has blocked, who have blocked the viewer, or who are suspended. A suspension ends the
 * connections of its member, so that `ended_connections` has everybody with whom the member has messages.
 */
export const blockRows = viewerQuery<void, { id: string }>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT blocked_id AS id FROM blocks WHERE blocker_id = ${me}
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${me}
    UNION ALL SELECT s.member_id FROM ended_connections e CROSS JOIN suspensions s ON s.member_id = e.high_id WHERE e.low_id = ${me}
    UNION ALL SELECT s.member_id FROM ended_connections e CROSS JOIN suspensions s ON s.member_id = e.low_id WHERE e.high_id = ${me}`,
});
