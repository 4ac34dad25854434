import { sql } from "drizzle-orm";
import { openDb } from "~/db/client";
import { judgePhoto, queueImageCheck } from "~/domain/media/judge-photo";
import type { Judgement } from "~/platform/image-safety";
import { r2MediaStore } from "~/platform/media/r2-store";
import { hubRealtime } from "../../workers/hub-realtime";
import { readSettings } from "../../workers/settings";

/** Judges a post's photo as a deployed site's model would: a local server has none. The body has the judgement. */
export async function judgePost(
  request: Request,
  env: Env,
  execution: Pick<ExecutionContext, "waitUntil">,
): Promise<Response> {
  const { postId, ...judgement }: Judgement & { postId: string } = await request.json();
  const { db } = openDb(env.DB);
  const now = () => new Date();
  const defer = (work: Promise<unknown>) => execution.waitUntil(work);
  await db.run(queueImageCheck({ now }, postId));
  const { mediaId } = await db.get<{ mediaId: string }>(
    sql`SELECT media_id AS mediaId FROM posts WHERE id = ${postId}`,
  );
  const ctx = {
    db,
    chats: [db] as const,
    now,
    media: r2MediaStore(env.MEDIA, env.IMAGES),
    realtime: hubRealtime(env.USER_HUB, db, defer, defer, () => null),
    ceilings: readSettings(env).ceilings,
    imageSafety: { judge: async () => judgement },
  };
  const isDone = await judgePhoto(ctx, mediaId);
  return new Response(null, { status: isDone ? 204 : 409 });
}
