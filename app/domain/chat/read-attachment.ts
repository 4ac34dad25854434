import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import { rowId } from "~/db/cursor";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import type { StoredVariant } from "~/platform/media/store";
import type { MemberCtx } from "../context";

interface AttachmentRow {
  mediaId: string;
  type: string;
  name: string;
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
  const [[row]] = await readRows(ctx, attachmentRow(messageId));
  const isImage = row?.type.startsWith("image/") ?? false;
  const stored =
    row && (await ctx.media.getPrivate(row.mediaId, isImage ? (smaller ? "feed" : "full") : "file"));
  if (!stored) throw new AppError("not_found", "There is no such file.");
  return { ...stored, contentType: row.type, name: row.name, isImage };
}

/** The row of a message's file, if the viewer may read it. */
export const attachmentRow = viewerQuery<string, AttachmentRow>({
  text: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT m.attachment_media_id AS mediaId, m.attachment_type AS type, m.attachment_name AS name
    FROM chat_messages m JOIN conversations c ON c.key = m.conversation
    WHERE m.id = ${sql.placeholder("id")} AND m.attachment_media_id IS NOT NULL AND ${me} IN (c.low_id, c.high_id)
      AND ${notBlocked(me, sql`iif(c.low_id = ${me}, c.high_id, c.low_id)`)}`,
  values: (messageId) => ({ id: rowId(messageId) }),
});
