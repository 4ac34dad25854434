import { msg } from "@lingui/core/runtime-macro";
import { eq } from "drizzle-orm";
import type { AiResult } from "~/contract/ai";
import type { ArtStyleId } from "~/contract/art-styles";
import { invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { unguarded } from "~/db/client";
import { aiImages, media } from "~/db/schema";
import type { AiImage } from "~/platform/ai";
import type { MemberCtx } from "../context";
import { insertPhotos, putPhoto } from "../media/upload-photo";
import { requireEmail } from "../quota";
import { reserveUse, reserveUseOf, withinUse } from "./reserve-use";
import { type SourcePhoto, type StoredSource, sourcePhoto, storedSource } from "./source-photo";

interface ToolOptions {
  /** Aborts when the member cancels. */
  signal?: AbortSignal;
}

/**
 * Generates an image from a prompt and stores it, not yet saved by the member. A cancelled request stores nothing, but
 * its use counts.
 * @throws AppError `rate_limited`, `invalid` for an unsafe prompt, `ai_failed`; the signal's reason. Nothing is stored
 */
export function generateImage(ctx: MemberCtx, input: { prompt: string }, { signal }: ToolOptions = {}) {
  return make(ctx, { kind: "generate", prompt: input.prompt, style: null, source: null, signal }, () =>
    ctx.ai.generate(input.prompt, { signal }),
  );
}

/**
 * Edits an image by a prompt. A data URL is stored first and counts as an upload.
 * @throws as `generateImage`; AppError `too_large`, `unsupported_media`
 */
export async function editImage(
  ctx: MemberCtx,
  { image, prompt }: { image: string; prompt: string },
  { signal }: ToolOptions = {},
) {
  const source = sourcePhoto(image);
  return make(ctx, { kind: "edit", prompt, style: null, source, signal }, (image) =>
    ctx.ai.edit({ image, prompt }, { signal }),
  );
}

/** Applies an art style to an image, as `editImage` does. @throws as `editImage` */
export async function styleImage(
  ctx: MemberCtx,
  { image, style }: { image: string; style: ArtStyleId },
  { signal }: ToolOptions = {},
) {
  const source = sourcePhoto(image);
  return make(ctx, { kind: "style", prompt: null, style, source, signal }, (image) =>
    ctx.ai.style({ image, style }, { signal }),
  );
}

interface Work {
  kind: "generate" | "edit" | "style";
  prompt: string | null;
  style: ArtStyleId | null;
  source: SourcePhoto | null;
  signal?: AbortSignal;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** @param run calls the model with the bytes of the source, if there is one */
async function make(ctx: MemberCtx, work: Work, run: (image: Bytes) => Promise<AiImage>): Promise<AiResult> {
  requireEmail(ctx);
  const { signal } = work;
  const use = work.source?.mediaId ? await reserveUseOf(ctx, work.source.mediaId) : await reserveUse(ctx);
  const from = work.source;
  const source = from && (await withinUse(ctx, use, signal, () => storedSource(ctx, from)));
  try {
    const image = await withinUse(ctx, use, signal, async () => {
      if (work.prompt !== null) await assertSafe(ctx, work.prompt, work);
      return run(source?.bytes ?? new Uint8Array());
    });
    signal?.throwIfAborted();
    // From here on a cancelled request is completed too: a photo without its AI image would be visible nowhere.
    const stored = store(ctx, work, image, source);
    ctx.defer(stored.catch(() => undefined));
    return await stored;
  } catch (error) {
    // If this fails too, the hourly run deletes it (`sweepUnused`).
    await source?.remove().catch(() => undefined);
    throw error;
  }
}

async function assertSafe(ctx: MemberCtx, prompt: string, { signal }: Work): Promise<void> {
  if (await ctx.ai.isSafe(prompt, { signal })) return;
  throw invalid("prompt", msg`This prompt cannot be used. Please describe something else.`);
}

/** Stores the image and the row that links it to its source; on an error, neither. */
async function store(
  ctx: MemberCtx,
  work: Work,
  result: AiImage,
  source: StoredSource | null,
): Promise<AiResult> {
  const { photo, insert } = await putPhoto(ctx, result.bytes, { isAi: true });
  const now = ctx.now();
  const image = {
    id: newId(now.getTime()),
    kind: work.kind,
    prompt: work.prompt,
    style: work.style,
    sourceImageUrl: source?.url ?? null,
    imageUrl: photo.url,
    engine: result.engine,
    model: result.model,
    createdAt: now.toISOString(),
  };
  const inserts = ctx.db.batch([
    insert,
    ctx.db.insert(aiImages).values({ ...image, userId: ctx.viewer.id, mediaId: photo.id }),
  ]);
  await insertPhotos(ctx, [photo.id], inserts).catch(async (error: unknown) => {
    // The rows can be stored although the reply was lost. A trigger deletes a stored image's media row.
    const db = unguarded(ctx.db);
    await db.batch([
      db.delete(aiImages).where(eq(aiImages.id, image.id)),
      db.delete(media).where(eq(media.id, photo.id)),
    ]);
    throw error;
  });
  const { width, height, placeholder, color } = photo;
  const { did = [], leftOut } = result;
  return { ...image, width, height, placeholder, color, isSaved: false, did, leftOut };
}
