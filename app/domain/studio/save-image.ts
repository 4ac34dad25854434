import { msg } from "@lingui/core/runtime-macro";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SavedAiImage } from "~/contract/ai";
import { AppError, invalid } from "~/contract/errors";
import { mediaIdOf } from "~/contract/media-address";
import { aiImages } from "~/db/schema";
import type { MemberCtx } from "../context";
import { sweepRemovals } from "../media/sweep-removals";

/** Saves one of the viewer's AI images. Idempotent. @throws AppError `not_found` */
export async function saveImage(ctx: MemberCtx, id: string): Promise<SavedAiImage> {
  const saved = await save(ctx, eq(aiImages.id, id));
  if (!saved) throw notFound();
  return saved;
}

/**
 * Saves one of the viewer's AI images by its URL.
 * @throws AppError `invalid` when it is not the URL of one of the viewer's AI images
 */
export async function saveImageByAddress(ctx: MemberCtx, imageUrl: string): Promise<SavedAiImage> {
  const mediaId = mediaIdOf(imageUrl);
  const saved = mediaId ? await save(ctx, eq(aiImages.mediaId, mediaId)) : undefined;
  if (!saved) throw invalid("imageUrl", msg`This image is not one of your AI images.`);
  return saved;
}

async function save(ctx: MemberCtx, which: SQL): Promise<SavedAiImage | undefined> {
  const [saved] = await ctx.db
    .update(aiImages)
    .set({ savedAt: sql`ifnull(${aiImages.savedAt}, ${ctx.now().toISOString()})` })
    .where(and(which, eq(aiImages.userId, ctx.viewer.id)))
    .returning({ id: aiImages.id, imageUrl: aiImages.imageUrl });
  return saved;
}

/** Deletes one of the viewer's AI images. A post that uses it keeps its photo. @throws AppError `not_found` */
export async function deleteImage(ctx: MemberCtx, id: string): Promise<void> {
  const deleted = await ctx.db
    .delete(aiImages)
    .where(and(eq(aiImages.id, id), eq(aiImages.userId, ctx.viewer.id)))
    .returning({ id: aiImages.id });
  if (deleted.length === 0) throw notFound();
  ctx.defer(sweepRemovals(ctx));
}

function notFound(): AppError {
  return new AppError("not_found", msg`Image not found`);
}
