import { inArray } from "drizzle-orm";
import type { AiResult } from "~/contract/ai";
import type { ArtStyleId } from "~/contract/art-styles";
import { AppError, invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { aiImages, media } from "~/db/schema";
import type { AiImage } from "~/platform/ai";
import type { MemberCtx } from "../context";
import { insertPhotos, putPhoto } from "../media/upload-photo";
import { requireEmail } from "../quota";
import { failUse, reserveUse, reserveUseOf } from "./reserve-use";
import { bytesOf, type SourcePhoto, sourcePhoto } from "./source-photo";

interface ToolOptions {
  /** Aborts when the member cancels. */
  signal?: AbortSignal;
}

/**
 * Generates an image from a prompt and stores it, not yet saved by the member. A cancelled request stores nothing, but its
 * use counts.
 * @throws AppError `rate_limited`, `invalid` for an unsafe prompt, `ai_failed`; the signal's reason. Nothing is stored then
 */
export function generateImage(ctx: MemberCtx, input: { prompt: string }, { signal }: ToolOptions = {}) {
  return make(ctx, { kind: "generate", prompt: input.prompt, style: null, source: null, signal }, () =>
    ctx.ai.generate(input.prompt, { signal }),
  );
}

/** Edits an image by a prompt. @throws as `generateImage`; AppError `too_large`, `unsupported_media` */
export async function editImage(
  ctx: MemberCtx,
  { image, prompt }: { image: string; prompt: string },
  { signal }: ToolOptions = {},
) {
  const source = sourcePhoto(image);
  return make(ctx, { kind: "edit", prompt, style: null, source, signal }, async () =>
    ctx.ai.edit({ image: await bytesOf(ctx, source), prompt }, { signal }),
  );
}

/** Applies an art style to an image. @throws as `editImage` */
export async function styleImage(
  ctx: MemberCtx,
  { image, style }: { image: string; style: ArtStyleId },
  { signal }: ToolOptions = {},
) {
  const source = sourcePhoto(image);
  return make(ctx, { kind: "style", prompt: null, style, source, signal }, async () =>
    ctx.ai.style({ image: await bytesOf(ctx, source), style }, { signal }),
  );
}

interface Work {
  kind: "generate" | "edit" | "style";
  prompt: string | null;
  style: ArtStyleId | null;
  source: SourcePhoto | null;
  signal?: AbortSignal;
}

async function make(ctx: MemberCtx, work: Work, run: () => Promise<AiImage>): Promise<AiResult> {
  requireEmail(ctx);
  const use = work.source?.mediaId ? await reserveUseOf(ctx, work.source.mediaId) : await reserveUse(ctx);
  try {
    if (work.prompt !== null) await assertSafe(ctx, work.prompt, work);
    const image = await run();
    work.signal?.throwIfAborted();
    // From here on a cancelled request is completed too: a photo without its AI image would be visible nowhere.
    const stored = store(ctx, work, image);
    ctx.defer(stored.catch(() => undefined));
    return await stored;
  } catch (error) {
    // An unsafe prompt has cost a check, and a cancelled engine has worked: both uses count. Other failures do not.
    const counts = work.signal?.aborted || (error instanceof AppError && error.code === "invalid");
    if (!counts) await failUse(ctx, use);
    throw error;
  }
}

async function assertSafe(ctx: MemberCtx, prompt: string, { signal }: Work): Promise<void> {
  if (await ctx.ai.isSafe(prompt, { signal })) return;
  throw invalid("prompt", "This prompt cannot be used. Please describe something else.");
}

/** Stores the image, its source photo if that is new, and the row that links them; on an error, none of them. */
async function store(ctx: MemberCtx, work: Work, result: AiImage): Promise<AiResult> {
  const { photo, insert } = await putPhoto(ctx, result.bytes, { isAi: true });
  const source = work.source?.mediaId === null ? await putPhoto(ctx, work.source.bytes) : null;
  const now = ctx.now();
  const image = {
    id: newId(now.getTime()),
    kind: work.kind,
    prompt: work.prompt,
    style: work.style,
    sourceImageUrl: source?.photo.url ?? work.source?.url ?? null,
    imageUrl: photo.url,
    engine: result.engine,
    model: result.model,
    createdAt: now.toISOString(),
  };
  const ids = source ? [photo.id, source.photo.id] : [photo.id];
  const inserts = ctx.db.batch([
    insert,
    ...(source ? [source.insert] : []),
    ctx.db.insert(aiImages).values({ ...image, userId: ctx.viewer.id, mediaId: photo.id }),
  ]);
  await insertPhotos(ctx, ids, inserts).catch(async (error: unknown) => {
    // The rows can be stored although the reply was lost.
    await ctx.db.delete(media).where(inArray(media.id, ids));
    throw error;
  });
  const { width, height, placeholder, color } = photo;
  return { ...image, width, height, placeholder, color, isSaved: false, did: result.did ?? [] };
}
