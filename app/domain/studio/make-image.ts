import { eq } from "drizzle-orm";
import type { AiResult } from "~/contract/ai";
import type { ArtStyleId } from "~/contract/art-styles";
import { AppError, invalid } from "~/contract/errors";
import { newId } from "~/contract/ids";
import { aiImages, media } from "~/db/schema";
import type { AiPicture } from "~/platform/ai";
import type { MemberCtx } from "../context";
import { uploadPhoto } from "../media/upload-photo";
import { failUse, reserveUse } from "./reserve-use";
import { type SourcePhoto, sourcePhoto } from "./source-photo";

/** What a tool is asked; `signal` is the member's giving up. */
interface Asked {
  signal?: AbortSignal;
}

/**
 * Makes an image of a prompt and stores it, unsaved. Who gives up before it is there gets nothing stored, and the use counts.
 * @throws AppError `rate_limited`, `invalid` (refused), `ai_failed`; the signal's reason. Then nothing is stored
 */
export function generateImage(ctx: MemberCtx, input: { prompt: string }, { signal }: Asked = {}) {
  return make(ctx, { kind: "generate", prompt: input.prompt, style: null, source: null, signal }, () =>
    ctx.ai.generate(input.prompt, { signal }),
  );
}

/** Changes a picture as a prompt says. @throws as `generateImage`, and `too_large`, `unsupported_media` */
export async function editImage(
  ctx: MemberCtx,
  { image, prompt }: { image: string; prompt: string },
  { signal }: Asked = {},
) {
  const source = await sourcePhoto(ctx, image);
  return make(ctx, { kind: "edit", prompt, style: null, source, signal }, () =>
    ctx.ai.edit({ image: source.bytes, prompt }, { signal }),
  );
}

/** Repaints a picture in an art style. @throws as `editImage` */
export async function styleImage(
  ctx: MemberCtx,
  { image, style }: { image: string; style: ArtStyleId },
  { signal }: Asked = {},
) {
  const source = await sourcePhoto(ctx, image);
  return make(ctx, { kind: "style", prompt: null, style, source, signal }, () =>
    ctx.ai.style({ image: source.bytes, style }, { signal }),
  );
}

interface Work {
  kind: "generate" | "edit" | "style";
  prompt: string | null;
  style: ArtStyleId | null;
  source: SourcePhoto | null;
  signal?: AbortSignal;
}

async function make(ctx: MemberCtx, work: Work, paint: () => Promise<AiPicture>): Promise<AiResult> {
  const use = await reserveUse(ctx);
  try {
    if (work.prompt !== null) await assertSafe(ctx, work.prompt, work);
    const picture = await paint();
    work.signal?.throwIfAborted();
    // From here on it is stored to the end, also for who has just given up: half a picture would be in nobody's sight.
    const kept = keep(ctx, work, picture);
    ctx.defer(kept.catch(() => undefined));
    return await kept;
  } catch (error) {
    // A refused prompt has cost a look, and an engine that was asked and then left has worked; all else was its own fault.
    const wasAsked = work.signal?.aborted || (error instanceof AppError && error.code === "invalid");
    if (!wasAsked) await failUse(ctx, use);
    throw error;
  }
}

async function assertSafe(ctx: MemberCtx, prompt: string, { signal }: Work): Promise<void> {
  if (await ctx.ai.isSafe(prompt, { signal })) return;
  throw invalid("prompt", "This prompt cannot be used. Please describe something else.");
}

/** Stores the picture, the one it was made of if that is new, and their origin: all or nothing. */
async function keep(ctx: MemberCtx, work: Work, picture: AiPicture): Promise<AiResult> {
  const stored: string[] = [];
  try {
    const photo = await uploadPhoto(ctx, picture.bytes, { isAi: true });
    stored.push(photo.id);
    let sourceImageUrl = work.source?.url ?? null;
    if (work.source && !sourceImageUrl) {
      const source = await uploadPhoto(ctx, work.source.bytes);
      stored.push(source.id);
      sourceImageUrl = source.url;
    }
    const now = ctx.now();
    const image = {
      id: newId(now.getTime()),
      kind: work.kind,
      prompt: work.prompt,
      style: work.style,
      sourceImageUrl,
      imageUrl: photo.url,
      engine: picture.engine,
      model: picture.model,
      createdAt: now.toISOString(),
    };
    await ctx.db.insert(aiImages).values({ ...image, userId: ctx.viewer.id, mediaId: photo.id });
    const { width, height, placeholder, color } = photo;
    return { ...image, width, height, placeholder, color, isSaved: false, did: picture.did ?? [] };
  } catch (error) {
    for (const id of stored) await ctx.db.delete(media).where(eq(media.id, id));
    throw error;
  }
}
