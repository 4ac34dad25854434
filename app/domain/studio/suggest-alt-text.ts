import { sql } from "drizzle-orm";
import type { AltTextReply } from "~/contract/ai";
import { ALT_TEXT_MAX } from "~/contract/limits";
import { firstOf } from "~/contract/text-length";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { photoUnavailable } from "../media/own-photo";
import { requireEmail } from "../quota";
import { newUse, quotaOfUsesError, reserveUse, withinUse } from "./reserve-use";
import { sourceBytes, sourcePhoto } from "./source-photo";

/**
 * Suggests an alt text for an image. For an image that the embedded engine generated, the prompt is the better
 * description and the engine is not called. A data URL counts as an upload.
 * @throws AppError `rate_limited`, `invalid`, `too_large`, `unsupported_media`, `ai_failed`
 */
export async function suggestAltText(
  ctx: MemberCtx,
  { image }: { image: string },
  { signal }: { signal?: AbortSignal } = {},
): Promise<AltTextReply> {
  requireEmail(ctx);
  const source = sourcePhoto(image);
  const { use, prompt } = source.mediaId
    ? await reserveOrPrompt(ctx, source.mediaId)
    : { use: await reserveUse(ctx), prompt: null };
  if (prompt !== null) return { altText: firstOf(`AI image of: ${prompt}`, ALT_TEXT_MAX), engine: "local" };
  const { text, engine } = await withinUse(ctx, use, signal, async () =>
    ctx.ai.describe(await sourceBytes(ctx, source), { signal }),
  );
  return { altText: firstOf(text, ALT_TEXT_MAX), engine };
}

/** Returns the prompt of stored media, or the use it has reserved. @throws AppError `invalid` unless the viewer's */
async function reserveOrPrompt(
  ctx: MemberCtx,
  mediaId: string,
): Promise<{ use: string; prompt: string | null }> {
  const photo = sql`
    SELECT a.prompt AS prompt
    FROM media m LEFT JOIN ai_images a
      ON a.media_id = m.id AND a.user_id = m.user_id AND a.engine = 'local' AND a.kind = 'generate'
    WHERE m.id = ${mediaId} AND m.user_id = ${ctx.viewer.id}`;
  const use = newUse(ctx, sql`EXISTS (SELECT 1 FROM (${photo}) WHERE prompt IS NULL)`);
  const [[found] = [], reserved = []] = await batchRows(ctx.db, [photo, ...use.statements]);
  if (!found) throw photoUnavailable("image");
  if (found.prompt === null && reserved.length === 0) throw await quotaOfUsesError(ctx);
  return { use: use.id, prompt: found.prompt === null ? null : String(found.prompt) };
}
