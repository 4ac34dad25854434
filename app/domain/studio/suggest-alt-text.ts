import { sql } from "drizzle-orm";
import type { AltTextReply } from "~/contract/ai";
import { ALT_TEXT_MAX, firstOf } from "~/contract/limits";
import { mediaIdOf } from "~/contract/media-address";
import type { MemberCtx } from "../context";
import { failUse, reserveUse } from "./reserve-use";
import { sourcePhoto } from "./source-photo";

/**
 * Suggests an alt text for an image. For an image that the embedded engine generated, the prompt is the better description
 * and the engine is not called.
 * @throws AppError `rate_limited`, `invalid`, `too_large`, `unsupported_media`, `ai_failed`
 */
export async function suggestAltText(
  ctx: MemberCtx,
  { image }: { image: string },
  { signal }: { signal?: AbortSignal } = {},
): Promise<AltTextReply> {
  const source = await sourcePhoto(ctx, image);
  const prompt = await promptBehind(ctx, image);
  if (prompt) return { altText: firstOf(`AI image of: ${prompt}`, ALT_TEXT_MAX), engine: "local" };
  const use = await reserveUse(ctx);
  try {
    const { text, engine } = await ctx.ai.describe(source.bytes, { signal });
    return { altText: firstOf(text, ALT_TEXT_MAX), engine };
  } catch (error) {
    // A cancelled engine has worked, so its use counts.
    if (!signal?.aborted) await failUse(ctx, use);
    throw error;
  }
}

async function promptBehind(ctx: MemberCtx, image: string): Promise<string | null> {
  const mediaId = mediaIdOf(image);
  if (!mediaId) return null;
  const row = await ctx.db.get<{ prompt: string } | undefined>(sql`
    SELECT prompt AS prompt FROM ai_images
    WHERE media_id = ${mediaId} AND user_id = ${ctx.viewer.id} AND engine = 'local' AND kind = 'generate'`);
  return row?.prompt ?? null;
}
