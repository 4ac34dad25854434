import { createHash } from "node:crypto";
import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { attachmentName, type DocumentType } from "~/contract/attachment-name";
import type { attachmentInput } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { ATTACHMENT_MAX_BYTES } from "~/contract/limits";
import { ATTACHMENT_TOO_LARGE } from "~/contract/message-texts";
import { documentType, isImageFile } from "~/platform/media/attachment-type";
import { decodeDataUrl } from "~/platform/media/data-url";
import { usesOf } from "../media/upload-photo";
import { withinQuota } from "../quota";
import type { ChatCtx } from "./chat-context";

export interface StoredAttachment {
  id: string;
  type: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Pixels; 0 unless the file is an image. */
  width: number;
  height: number;
  /** Inserts the row of the file into the main database; to run before the message is inserted. */
  insert: SQL;
  /** Deletes the row when no message refers to it; a trigger then schedules the stored objects for removal. */
  remove: SQL;
}

/**
 * Checks a message's file by its content and stores it in the private store that only `/api/chat/attachments` reads.
 * Images are turned upright and stripped of metadata; other files are stored unchanged.
 * @throws AppError `rate_limited` beyond the quota; `too_large`, `unsupported_media`; `invalid` unless base64
 */
export async function storeAttachment(
  ctx: ChatCtx,
  { data, name }: z.infer<typeof attachmentInput>,
): Promise<StoredAttachment> {
  const bytes = decodeDataUrl(data.startsWith("data:") ? data : `data:;base64,${data}`, "attachment");
  if (bytes.byteLength > ATTACHMENT_MAX_BYTES) {
    throw new AppError("too_large", ATTACHMENT_TOO_LARGE);
  }
  const id = newId();
  const stored = await withinQuota(ctx, usesOf(bytes), async () =>
    isImageFile(bytes)
      ? ctx.media.putPrivatePhoto(id, bytes)
      : ctx.media.putFile(id, bytes, requireDocument(bytes)),
  );
  const { width, height, placeholder, color, contentType, size, perceptualHash } = stored;
  return {
    id,
    type: contentType,
    name: attachmentName(name, contentType),
    size,
    width,
    height,
    insert: sql`
      INSERT INTO media
        (id, user_id, content_type, size, width, height, placeholder, color, created_at, hash, look_high, look_low)
      VALUES (${id}, ${ctx.viewer.id}, ${contentType}, ${size}, ${width}, ${height}, ${placeholder}, ${color},
        ${ctx.now().toISOString()}, unhex(${createHash("sha256").update(bytes).digest("hex")}),
        ${perceptualHash?.lookHigh ?? null}, ${perceptualHash?.lookLow ?? null})`,
    remove: sql`DELETE FROM media WHERE id = ${id}`,
  };
}

function requireDocument(bytes: Uint8Array): DocumentType {
  const type = documentType(bytes);
  if (type) return type;
  throw new AppError("unsupported_media", msg`Please select an image, a PDF, a plain text or a Word file.`);
}
