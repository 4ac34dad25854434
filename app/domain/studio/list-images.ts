import { sql } from "drizzle-orm";
import type { AiImageView } from "~/contract/ai";
import { beforeId, firstPage, type Page, type PageRequest, pageOf } from "~/db/cursor";
import { limit } from "~/db/limit";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Returns the viewer's AI images, newest first: those they saved and those of the last 24 hours. */
export async function listImages(ctx: MemberCtx, page: PageRequest = firstPage): Promise<Page<AiImageView>> {
  const [rows] = await readRows(ctx, imageRows(page));
  const images = rows.map((row) => ({ ...row, isSaved: row.isSaved === 1 }));
  return pageOf(images, page.limit, ({ id }) => id);
}

/** The rows of one page, and one row more. */
export const imageRows = viewerQuery<PageRequest, Omit<AiImageView, "isSaved"> & { isSaved: number }>({
  text: (viewer, page) => sql`
    SELECT a.id AS id, a.image_url AS imageUrl, a.kind AS kind, a.prompt AS prompt, a.style AS style,
      a.source_image_url AS sourceImageUrl, a.engine AS engine, a.model AS model, a.saved_at IS NOT NULL AS isSaved,
      a.created_at AS createdAt, m.width AS width, m.height AS height, m.placeholder AS placeholder, m.color AS color
    FROM ai_images a JOIN media m ON m.id = a.media_id
    WHERE a.user_id = ${viewer} AND a.id < ${sql.placeholder("before")}
    ORDER BY a.id DESC ${limit(page.limit + 1)}`,
  values: (page) => ({ before: beforeId(page) }),
  shape: (page) => page.limit,
});
