import { type SQL, sql } from "drizzle-orm";
import type { UserSummary } from "~/contract/accounts";
import type { Camera } from "~/contract/camera";
import type { CommentView } from "~/contract/comments";
import { CARD_COMMENTS } from "~/contract/limits";
import { eachPostField, type PostField, postFieldNames } from "~/contract/post-fields";
import type { PostPhoto, PostView } from "~/contract/posts";
import { notBlocked } from "./blocks";
import { limit } from "./limit";
import { notMuted } from "./mutes";
import { laterPhotos, readPhotos } from "./post-photos";
import { posts } from "./schema";
import { notInView, postColumnsWithout, type ViewColumn } from "./schema/post-columns";
import { isoTime } from "./times";
import { type Viewer, viewerRow } from "./visibility";

/** A post with everything its card shows. SQLite returns booleans as numbers, JSON as text. */
export interface PostRow
  extends Omit<PostColumns, "isAi" | "camera">,
    Pick<PostView, "cover" | "commenting">,
    Omit<UserSummary, "id"> {
  /** Whether AI made the first photo. */
  isAi: number;
  camera: string | null;
  isLiked: number;
  isSaved: number;
  comments: string;
  /** The pinned comment in the same form; null on cards. */
  pinned: string | null;
  /** As `laterPhotos`. */
  photos: string | null;
}

type PostColumns = Pick<typeof posts.$inferSelect, ViewColumn>;

/** The columns that a post's view has, of `posts` under a name. */
export const viewColumns = (table: "p" | "posts"): SQL =>
  sql.raw(
    postColumnsWithout(notInView)
      .map(([property, column]) => `${table}.${column} AS ${property}`)
      .join(", "),
  );

/** The fields that authors write, of `posts` under a name. */
export const fieldColumns = (table: "p" | "posts", names: readonly PostField[] = postFieldNames): SQL =>
  sql.raw(names.map((name) => `${table}.${posts[name].name} AS ${name}`).join(", "));

/** The cover of the photo of a post `p`, or NULL. */
export const coverOf = sql`iif(p.is_covered, 'moderator', iif(p.is_sensitive, 'owner', NULL))`;

/**
 * Returns whether a viewer may comment on a member's posts, as a value of `commenting` (app/contract/commenting.ts).
 * Reads a connection only when the setting names them.
 * @param owner the member's id and setting
 */
export function commentingOf(owner: { id: SQL; from: SQL }, viewer: Viewer): SQL {
  return sql`CASE
    WHEN ${owner.id} = ${viewer.id} OR ${owner.from} = 'everyone' THEN 'open'
    WHEN ${owner.from} = 'connections' AND EXISTS (
      SELECT 1 FROM connection_sides WHERE member = ${viewer.key} AND accepted = 1 AND other = ${owner.id}) THEN 'open'
    ELSE ${owner.from} END`;
}

/** Returns whether a member likes a comment `c`. */
export const isCommentLiked = (member: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM comment_likes l WHERE l.post = c.post AND l.comment = c.id AND l.member = ${member})`;

/**
 * Returns the columns of a `PostRow`, for `users me` (the viewer) with `posts p JOIN users u ON u.id = p.user_id`.
 * Leaves out comments of blocked and muted members, and on cards hidden comments and the likes of comments.
 * @param viewer SQL for the viewer, when the query has no `users me`
 * @param isThreaded leaves replies out
 */
export function postColumns(
  comments: number = CARD_COMMENTS,
  viewer: Viewer = viewerRow,
  isThreaded = false,
): SQL {
  const isCard = comments === CARD_COMMENTS;
  return sql`
    ${viewColumns("p")}, ${laterPhotos} AS photos, ${coverOf} AS cover,
    ${commentingOf({ id: sql`p.user_id`, from: sql`u.comments_from` }, viewer)} AS commenting,
    u.username AS username, u.full_name AS fullName, u.profile_image AS profileImage,
    EXISTS (SELECT 1 FROM post_likes l WHERE l.post = p.key AND l.member = ${viewer.key} AND l.liked_at IS NOT NULL) AS isLiked,
    EXISTS (SELECT 1 FROM post_saves s WHERE s.post = p.key AND s.member = ${viewer.key} AND s.saved_at IS NOT NULL) AS isSaved,
    ${commentsOf(viewer, isCard, sql`${isCard ? sql`AND c.is_hidden = 0` : sql``} ${isThreaded ? sql`AND c.parent_id IS NULL` : sql``} ORDER BY c.id ${limit(comments)}`)} AS comments,
    ${isCard ? sql`NULL` : commentsOf(viewer, isCard, sql`AND c.id = p.pinned_comment`)} AS pinned`;
}

/** Returns the comments on `posts p` that a viewer sees, as JSON. @param which further conditions */
function commentsOf(viewer: Viewer, isCard: boolean, which: SQL): SQL {
  const [names, values] = isCard
    ? [sql``, sql``]
    : [
        sql`, likeCount, isLiked, parentId, replyCount, editedAt`,
        sql`, c.like_count AS likeCount, ${isCommentLiked(viewer.key)} AS isLiked,
          c.parent_id AS parentId, c.reply_count AS replyCount, ${isoTime(sql`c.edited_at`)} AS editedAt`,
      ];
  return sql`(
    SELECT json_group_array(json_array(id, userId, comment, createdAt, username, fullName, profileImage, isHidden${names})) FROM (
      SELECT c.id AS id, cu.id AS userId, c.comment AS comment, ${isoTime(sql`c.created_at`)} AS createdAt,
        cu.username AS username, cu.full_name AS fullName, cu.profile_image AS profileImage, c.is_hidden AS isHidden${values}
      FROM post_comments c CROSS JOIN users cu ON cu.key = c.member
      WHERE c.post = p.key AND ${notBlocked(viewer.id, sql`cu.id`)} AND ${notMuted(viewer.id, sql`cu.id`)} ${which}))`;
}

/** Returns a row in the shape of the API. */
export function toPostView(row: PostRow): PostView {
  // Lists the other columns, because a copy of all costs several times as much on every card.
  const { id, userId, username, fullName, profileImage } = row;
  const post: PostView = {
    ...eachPostField((name) => row[name]),
    id,
    userId,
    mediaUrl: row.mediaUrl,
    width: row.width,
    height: row.height,
    placeholder: row.placeholder,
    color: row.color,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    photoCount: row.photoCount,
    visibility: row.visibility,
    likeCount: row.likeCount,
    commentCount: row.commentCount,
    user: { id: userId, username, fullName, profileImage },
    isAi: row.isAi === 1,
    cover: row.cover,
    commenting: row.commenting,
    isLiked: row.isLiked === 1,
    isSaved: row.isSaved === 1,
    comments: readComments(id, row.comments),
  };
  const [pinned] = readComments(id, row.pinned ?? "[]");
  if (pinned) post.pinnedComment = pinned;
  if (row.camera !== null) post.camera = JSON.parse(row.camera) as Camera;
  if (row.frame !== null) post.frame = row.frame;
  if (row.originalSize !== null) post.originalSize = row.originalSize;
  if (row.photos === null) return post;
  const photos = photosOf(row);
  return { ...post, photos, isAi: photos.some(({ isAi }) => isAi) };
}

/** Returns all photos of a post, in order. */
export function photosOf(row: PostRow): PostPhoto[] {
  const { mediaUrl, width, height, placeholder, color, altText } = row;
  const first: PostPhoto = { mediaUrl, width, height, placeholder, color, altText, isAi: row.isAi === 1 };
  if (row.originalSize !== null) first.originalSize = row.originalSize;
  return [first, ...readPhotos(row.photos)];
}

/** The order of `json_array` above. Property names would be half of the bytes of a feed response. */
type CommentRow = [
  id: string,
  userId: string,
  comment: string,
  createdAt: string,
  username: string,
  fullName: string,
  profileImage: string | null,
  isHidden: number,
  ...details: Details,
];

/** Missing on cards. */
type Details = [
  likeCount?: number,
  isLiked?: number,
  parentId?: string | null,
  replyCount?: number,
  editedAt?: string | null,
];

function readComments(postId: string, text: string): CommentView[] {
  if (text === "[]") return [];
  const rows = JSON.parse(text) as CommentRow[];
  return rows.map(
    ([id, userId, comment, createdAt, username, fullName, profileImage, isHidden, ...rest]) => ({
      id,
      postId,
      userId,
      comment,
      createdAt,
      user: { id: userId, username, fullName, profileImage },
      isHidden: isHidden === 1,
      ...detailsOf(rest),
    }),
  );
}

function detailsOf([likeCount, isLiked, parentId, replyCount, editedAt]: Details): Partial<CommentView> {
  return likeCount === undefined ? {} : { likeCount, isLiked: isLiked === 1, parentId, replyCount, editedAt };
}
