import { type SQL, sql } from "drizzle-orm";
import { POST_PREVIEWS_MAX, PREVIEW_CAPTION_MAX } from "~/contract/limits";
import type { PostPreview } from "~/contract/posts";
import { firstOf } from "~/contract/text-length";
import { notMuted } from "~/db/mutes";
import { laterPhotos } from "~/db/post-photos";
import { coverOf, fieldColumns } from "~/db/post-rows";
import { readRows, type ViewerRead, viewerQuery } from "~/db/viewer-query";
import { maySee, viewerRow } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { type ShownRow, shownTo } from "./shown-posts";

/** The form of a post's id. */
const POST_ID = /^[0-9a-f-]{36}$/;

export interface PreviewRow extends ShownRow, PostPreview {}

/**
 * Returns previews of posts that a text links to, in no order. Leaves out posts that do not exist, or that permissions,
 * mutes or the setting for sensitive photos hide from the viewer.
 * @param ids the ids of at most 20 posts, separated by commas; further ones are ignored
 */
export async function listPostPreviews(ctx: MemberCtx, ids: string): Promise<PostPreview[]> {
  const [rows = []] = await readRows(ctx, ...previewReads(ids));
  return previewsOf(ctx, rows);
}

/** Returns the previews of rows, without those that the viewer hides. */
export function previewsOf(ctx: MemberCtx, rows: PreviewRow[]): PostPreview[] {
  return shownTo(ctx, rows).map(
    ({ id, username, caption, mediaUrl, width, height, placeholder, color, altText, cover }) => ({
      id,
      username,
      caption: firstOf(caption, PREVIEW_CAPTION_MAX),
      mediaUrl,
      width,
      height,
      placeholder,
      color,
      altText,
      cover,
    }),
  );
}

/** Returns the reads of `listPostPreviews`: none without the id of a post. */
export function previewReads(ids: string): ViewerRead<PreviewRow>[] {
  const wanted = new Set(ids.split(",").filter((id) => POST_ID.test(id)));
  return wanted.size === 0 ? [] : [previewRows([...wanted].slice(0, POST_PREVIEWS_MAX))];
}

const previewRows = viewerQuery<readonly string[], PreviewRow>({
  text: (viewer) => previewsAmong(viewer, sql`json_each(${sql.placeholder("ids")})`),
  values: (ids) => ({ ids: JSON.stringify(ids) }),
});

/** Returns a SELECT of the preview rows of posts the viewer may see. @param wanted a table with their ids as `value` */
export function previewsAmong(viewer: SQL, wanted: SQL): SQL {
  return sql`
    SELECT p.id AS id, p.user_id AS userId, u.username AS username, ${fieldColumns("p")},
      p.media_url AS mediaUrl, p.width AS width, p.height AS height, p.placeholder AS placeholder, p.color AS color,
      ${laterPhotos} AS photos, ${coverOf} AS cover
    FROM users me CROSS JOIN ${wanted} wanted
      CROSS JOIN posts p ON p.id = wanted.value CROSS JOIN users u ON u.id = p.user_id
    WHERE me.id = ${viewer} AND ${maySee(viewerRow)} AND ${notMuted(viewerRow.id, sql`p.user_id`)}`;
}
