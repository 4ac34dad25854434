import type { PostRow } from "~/db/post-rows";
import type { ViewerCtx } from "../context";

/**
 * Returns the posts that the feed and hashtags show to the viewer, by the viewer's settings. A page of them can be short or empty. The
 * viewer's own posts are always shown.
 */
export function shownTo<Row extends Pick<PostRow, "userId" | "cover">>(
  { viewer }: Pick<ViewerCtx, "viewer">,
  rows: Row[],
): Row[] {
  if (viewer.sensitivePhotos !== "hide") return rows;
  return rows.filter((row) => row.cover === null || row.userId === viewer.id);
}
