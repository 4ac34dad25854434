import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { attachmentInput } from "~/contract/chat";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { ATTACHMENT_MAX_BYTES, ATTACHMENT_NAME_MAX, firstOf } from "~/contract/limits";
import { ATTACHMENT_TOO_LARGE } from "~/contract/texts";
import { documentType, isPicture } from "~/platform/media/attachment-type";
import { decodeDataUrl } from "~/platform/media/data-url";
import type { ChatCtx } from "./chat-context";

export interface KeptAttachment {
  id: string;
  type: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Pixels; 0 for what is no image. */
  width: number;
  height: number;
  /** Stores the row of the file; before the message that names it. */
  write: SQL;
  /** Takes the row back when no message came to name it, which leaves word to remove the objects. */
  tidy: SQL;
}

/**
 * Checks a message's file by its content and stores it where only `/api/chat/attachments` reads: images as photos are,
 * upright and without metadata, other files as they came.
 * @throws AppError `too_large`, `unsupported_media`, `invalid` for what is no base64
 */
export async function keepAttachment(
  ctx: ChatCtx,
  { data, name }: z.infer<typeof attachmentInput>,
): Promise<KeptAttachment> {
  const bytes = decodeDataUrl(data.startsWith("data:") ? data : `data:;base64,${data}`, "attachment");
  if (bytes.byteLength > ATTACHMENT_MAX_BYTES) {
    throw new AppError("too_large", ATTACHMENT_TOO_LARGE);
  }
  const id = newId();
  const stored = isPicture(bytes)
    ? await ctx.media.putPrivatePhoto(id, bytes)
    : await ctx.media.putFile(id, bytes, requireDocument(bytes));
  const { width, height, placeholder, color, contentType, size } = stored;
  return {
    id,
    type: contentType,
    name: cleanName(name),
    size,
    width,
    height,
    write: sql`
      INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
      VALUES (${id}, ${ctx.viewer.id}, ${contentType}, ${size}, ${width}, ${height}, ${placeholder}, ${color},
        ${ctx.now().toISOString()})`,
    tidy: sql`
      DELETE FROM media WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM messages WHERE attachment_media_id = ${id})`,
  };
}

function requireDocument(bytes: Uint8Array): string {
  const type = documentType(bytes);
  if (type) return type;
  throw new AppError("unsupported_media", "Please select an image, a PDF, a plain text or a Word file.");
}

/** The last part of a path, without what could break a line or a header. */
function cleanName(name: string | null | undefined): string {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go.
  const clean = last.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "").trim();
  return firstOf(clean, ATTACHMENT_NAME_MAX) || "Attachment";
}
