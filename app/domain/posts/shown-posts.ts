import type { CommentView } from "~/contract/comments";
import { hasMutedWord } from "~/contract/mutes";
import { type PostField, postFieldNames } from "~/contract/post-fields";
import type { PostView } from "~/contract/posts";
import { readPhotos } from "~/db/post-photos";
import { type PostRow, toPostView } from "~/db/post-rows";
import type { ViewerCtx } from "../context";

type Ctx = Pick<ViewerCtx, "viewer">;

/** The columns that decide whether a post is shown. */
export type ShownRow = Pick<PostRow, "userId" | "cover" | PostField | "photos">;

/**
 * Returns the posts that the feed, Explore, hashtags and previews show to the viewer, by the viewer's settings and
 * muted words. A page of them can be short or empty. The viewer's own posts are always shown.
 */
export function shownTo<Row extends ShownRow>({ viewer }: Ctx, rows: Row[]): Row[] {
  const { id, sensitivePhotos, mutedWords } = viewer;
  if (sensitivePhotos !== "hide" && mutedWords.length === 0) return rows;
  return rows.filter(
    (row) =>
      row.userId === id ||
      ((sensitivePhotos !== "hide" || row.cover === null) && !hasMutedWord(mutedWords, ...textsOf(row))),
  );
}

const textsOf = (row: ShownRow): string[] => [
  ...postFieldNames.map((name) => row[name]),
  ...readPhotos(row.photos).map(({ altText }) => altText),
];

/** Returns the comments without those of others that have one of the viewer's muted words. */
export function shownComments({ viewer: { id, mutedWords } }: Ctx, comments: CommentView[]): CommentView[] {
  if (mutedWords.length === 0) return comments;
  return comments.filter(({ userId, comment }) => userId === id || !hasMutedWord(mutedWords, comment));
}

/** Returns a row in the shape of the API, with the comments that the viewer sees. */
export function viewFor(ctx: Ctx, row: PostRow): PostView {
  const post = toPostView(row);
  const comments = shownComments(ctx, post.comments);
  const hiddenComments = post.comments.length - comments.length;
  const { pinnedComment } = post;
  if (pinnedComment && shownComments(ctx, [pinnedComment]).length === 0) delete post.pinnedComment;
  return hiddenComments === 0 ? post : { ...post, comments, hiddenComments };
}
