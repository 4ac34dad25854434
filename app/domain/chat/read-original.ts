import { sql } from "drizzle-orm";
import { attachmentName } from "~/contract/attachment-name";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { FORWARD_MISSING } from "~/contract/message-texts";
import { rowId } from "~/db/cursor";
import { isStored } from "~/db/message-rows";
import { me, naming, readRows, viewerQuery } from "~/db/viewer-query";
import { usesOfSize } from "../media/upload-photo";
import { withinQuota } from "../quota";
import type { ChatCtx } from "./chat-context";
import { blockRows } from "./read-attachment";
import type { StoredAttachment } from "./store-attachment";

/** A message to forward. */
export interface Original {
  content: string;
  file: OriginalFile | null;
}

/** The file of a message to forward. */
type OriginalFile = Omit<StoredAttachment, "insert" | "remove">;

interface OriginalRow extends Omit<OriginalFile, "id"> {
  content: string;
  mediaId: string | null;
  /** The other member. */
  otherId: string;
}

/** The columns of a file's row that its message does not have. */
interface FactsRow {
  placeholder: string;
  color: string;
  /** In hex; empty without one. */
  hash: string;
  lookHigh: number | null;
  lookLow: number | null;
}

/** The error for a message that cannot be forwarded, because it is not there for the viewer. */
export const originalMissing = () => new AppError("not_found", FORWARD_MISSING);

/** Returns a message that the viewer can read, in any of their conversations; null when there is none. One trip. */
export async function readOriginal(ctx: ChatCtx, messageId: string): Promise<Original | null> {
  const [[row], blocks] = await readRows(ctx, originalRow(messageId), blockRows());
  if (!row || blocks.some(({ id }) => id === row.otherId)) return null;
  const { content, mediaId: id, type, name, size, width, height } = row;
  return {
    content,
    file:
      id === null
        ? null
        : { id, type, name: attachmentName(name, type), size, width: width ?? 0, height: height ?? 0 },
  };
}

const originalRow = viewerQuery<string, OriginalRow>({
  chat: (viewer) => sql`
    WITH ${naming(viewer)}
    SELECT m.content AS content, m.attachment_media_id AS mediaId, m.attachment_type AS type, m.attachment_name AS name,
      m.attachment_size AS size, m.attachment_width AS width, m.attachment_height AS height,
      iif(c.low_id = ${me}, c.high_id, c.low_id) AS otherId
    FROM chat_messages m JOIN conversations c ON c.key = m.conversation
    WHERE m.id = ${sql.placeholder("id")} AND ${isStored} AND ${me} IN (c.low_id, c.high_id)`,
  values: (messageId) => ({ id: rowId(messageId) }),
});

/**
 * Copies the file of a message to forward, so that either message can be deleted without the other, and the address of
 * the one says nothing about the other.
 * @throws AppError `rate_limited` beyond the quota of uploads; `not_found` when the file was deleted
 */
export async function copyAttachment(
  ctx: ChatCtx,
  { id: from, ...file }: OriginalFile,
): Promise<StoredAttachment> {
  const id = newId();
  // The columns that `storeAttachment` writes.
  const facts = await ctx.db.get<FactsRow | undefined>(sql`
    SELECT placeholder, color, hex(hash) AS hash, look_high AS lookHigh, look_low AS lookLow FROM media WHERE id = ${from}`);
  if (!facts) throw originalMissing();
  const isCopied = await withinQuota(ctx, usesOfSize(file.size), () => ctx.media.copyPrivate(from, id));
  if (!isCopied) throw originalMissing();
  return {
    id,
    ...file,
    insert: sql`
      INSERT INTO media
        (id, user_id, content_type, size, width, height, placeholder, color, created_at, hash, look_high, look_low)
      VALUES (${id}, ${ctx.viewer.id}, ${file.type}, ${file.size}, ${file.width}, ${file.height}, ${facts.placeholder},
        ${facts.color}, ${ctx.now().toISOString()}, unhex(nullif(${facts.hash}, '')), ${facts.lookHigh}, ${facts.lookLow})`,
    remove: sql`DELETE FROM media WHERE id = ${id}`,
  };
}
