import { sql } from "drizzle-orm";
import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Camera } from "../../contract/camera";
import { reportReasons } from "../../contract/safety";
import { verdicts } from "../../contract/sensitive";
import { visibilities } from "../../contract/visibility";
import { clientId, createdAt, id, key } from "./columns";
import { users } from "./members";

/** Columns that a browser needs before an image has loaded. Posts have a copy, so a feed reads one row per post. */
const imageColumns = {
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  placeholder: text("placeholder").notNull(),
  color: text("color").notNull(),
};

/** Bytes of a photo's original; null without one. Posts have a copy, as of the columns above. */
const originalSize = () => integer("original_size");

export const media = sqliteTable(
  "media",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    contentType: text("content_type").notNull(),
    /** Bytes of the variant `full`. */
    size: integer("size").notNull(),
    ...imageColumns,
    createdAt: createdAt(),
    /** Whether AI made the image. Stored here because the image can outlive its row in `ai_images`. */
    isAi: integer("is_ai", { mode: "boolean" }).notNull().default(false),
    /** The SHA-256 of the uploaded file. A removed one cannot be uploaded again. */
    hash: blob("hash", { mode: "buffer" }),
    /** The perceptual hash (app/platform/media/look.ts); null for photos with little structure. One like a removed one cannot be uploaded. */
    lookHigh: integer("look_high"),
    lookLow: integer("look_low"),
    /** The verdict of the image check, or of a moderator after it; null until then (app/domain/media/judge-photo.ts). */
    verdict: text("verdict", { enum: verdicts }),
    /** The rule that a sensitive photo touches. */
    verdictReason: text("verdict_reason", { enum: reportReasons }),
    originalSize: originalSize(),
  },
  (t) => [index("media_user").on(t.userId, t.id)],
);

/** Photos of posts that wait for the image check. */
export const imageChecks = sqliteTable(
  "image_checks",
  {
    mediaId: text("media_id")
      .primaryKey()
      .references(() => media.id, { onDelete: "cascade" }),
    attempts: integer("attempts").notNull().default(0),
    /** When the next attempt is due, in milliseconds since 1970. */
    dueAt: integer("due_at").notNull(),
  },
  (t) => [index("image_checks_due").on(t.dueAt)],
);

/** Stored objects to delete from R2. A trigger inserts a row for every deleted media row, so no code path can forget it. */
export const mediaRemovals = sqliteTable("media_removals", {
  mediaId: text("media_id").primaryKey(),
});

/** The place that each walk of the hourly run has reached: through the stored files, and through the notifications of the members. */
export const sweeps = sqliteTable("sweeps", {
  name: text("name").primaryKey(),
  seenTo: text("seen_to").notNull(),
});

export const posts = sqliteTable(
  "posts",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    caption: text("caption").notNull().default(""),
    mediaUrl: text("media_url").notNull(),
    mediaId: text("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "no action" }),
    ...imageColumns,
    location: text("location").notNull().default(""),
    altText: text("alt_text").notNull().default(""),
    /** Whether AI made the photo: copied from `media`, never from the request. */
    isAi: integer("is_ai", { mode: "boolean" }).notNull().default(false),
    likeCount: integer("like_count").notNull().default(0),
    commentCount: integer("comment_count").notNull().default(0),
    createdAt: createdAt(),
    /** The time of the last edit, or null. */
    editedAt: text("edited_at"),
    clientId: clientId(),
    key: key(),
    /** Whether the owner has covered the photo as sensitive. */
    isSensitive: integer("is_sensitive", { mode: "boolean" }).notNull().default(false),
    /** Whether a moderator has. */
    isCovered: integer("is_covered", { mode: "boolean" }).notNull().default(false),
    /** With the photos in `post_photos`. */
    photoCount: integer("photo_count").notNull().default(1),
    /** The members who may see it, beside its owner. One that is for connections has no rows in `post_hashtags`. */
    visibility: text("visibility", { enum: visibilities }).notNull().default("everyone"),
    /** Camera data of the first photo (app/contract/camera.ts), when the owner shows it; else null. */
    camera: text("camera", { mode: "json" }).$type<Camera>(),
    /** The words of caption and place, each between single spaces (app/domain/search/words.ts); null until they are indexed. */
    words: text("words"),
    originalSize: originalSize(),
    /** The public id of the comment that its owner has pinned. A trigger removes it with the comment. */
    pinnedComment: text("pinned_comment"),
  },
  (t) => [
    index("posts_unindexed").on(t.id).where(sql`${t.words} IS NULL`),
    index("posts_user").on(t.userId, t.id),
    /** For viewers who do not see the owner's other posts. */
    index("posts_everyone").on(t.userId, t.id).where(sql`${t.visibility} = 'everyone'`),
    index("posts_media").on(t.mediaId),
    uniqueIndex("posts_key").on(t.key),
    uniqueIndex("posts_client").on(t.userId, t.clientId).where(sql`${t.clientId} IS NOT NULL`),
  ],
);

const postKey = () =>
  integer("post")
    .notNull()
    .references(() => posts.key, { onDelete: "cascade" });

/** The photos of posts after the first one, which its post has. */
export const postPhotos = sqliteTable(
  "post_photos",
  {
    post: postKey(),
    /** 1 to 9, in the order of the post. */
    position: integer("position").notNull(),
    mediaId: text("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "no action" }),
    ...imageColumns,
    altText: text("alt_text").notNull(),
    /** Whether AI made the photo: copied from `media`, never from the request. */
    isAi: integer("is_ai", { mode: "boolean" }).notNull(),
    originalSize: originalSize(),
  },
  (t) => [primaryKey({ columns: [t.post, t.position] }), index("post_photos_media").on(t.mediaId)],
);

const memberKey = () =>
  integer("member")
    .notNull()
    .references(() => users.key, { onDelete: "cascade" });

export const postComments = sqliteTable(
  "post_comments",
  {
    post: postKey(),
    /** The public id, unique among the comments of the post. */
    id: text("id").notNull(),
    member: memberKey(),
    comment: text("comment").notNull(),
    createdAt: integer("created_at").notNull(),
    clientId: clientId(),
    /** Whether the post's owner has hidden it. */
    isHidden: integer("is_hidden", { mode: "boolean" }).notNull().default(false),
    /** Updated by triggers. */
    likeCount: integer("like_count").notNull().default(0),
    /** The public id of the comment that it replies to, which is no reply itself. A trigger deletes the replies with it. */
    parentId: text("parent_id"),
    /** Updated by triggers. */
    replyCount: integer("reply_count").notNull().default(0),
    /** When its author last edited it. */
    editedAt: integer("edited_at"),
  },
  (t) => [
    primaryKey({ columns: [t.post, t.id] }),
    index("post_comments_replies").on(t.post, t.parentId, t.id).where(sql`${t.parentId} IS NOT NULL`),
    uniqueIndex("post_comments_member").on(t.member, t.clientId),
  ],
);

/** Likes of comments, one for each member and comment. */
export const commentLikes = sqliteTable(
  "comment_likes",
  {
    post: integer("post").notNull(),
    /** The public id of the comment. */
    comment: text("comment").notNull(),
    member: memberKey(),
    likedAt: integer("liked_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.post, t.comment, t.member] }),
    foreignKey({
      columns: [t.post, t.comment],
      foreignColumns: [postComments.post, postComments.id],
    }).onDelete("cascade"),
    index("comment_likes_member").on(t.member),
  ],
);

/** Idempotency keys of deleted posts and comments: a repeated request must not restore one. Triggers write and check it. */
export const deletedClientIds = sqliteTable(
  "deleted_client_ids",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: ["post", "comment"] }).notNull(),
    clientId: text("client_id").notNull(),
    /** Milliseconds since 1970. */
    deletedAt: integer("deleted_at").notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind, t.clientId] }),
    index("deleted_client_ids_age").on(t.deletedAt),
  ],
);

/** Hashtags of captions, without the sign, in the form that `tagKey` returns. */
export const postHashtags = sqliteTable(
  "post_hashtags",
  {
    tag: text("tag").notNull(),
    /** The public id, because the posts under a hashtag are listed in its order. */
    postId: text("post_id")
      .notNull()
      .references(() => posts.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.tag, t.postId] }), index("post_hashtags_post").on(t.postId)],
);

/** The words of posts for everyone, by which a search finds them. Triggers write them from `posts.words`. */
export const postWords = sqliteTable(
  "post_words",
  {
    word: text("word").notNull(),
    /** The post, in the order of dates (`placeOf`). No foreign key: it would need an index, written for each word. */
    place: integer("place").notNull(),
  },
  (t) => [primaryKey({ columns: [t.word, t.place] })],
);

/** The hashtags of the week, the same for every member (app/domain/explore/trending-tags.ts). */
export const trendingTags = sqliteTable("trending_tags", {
  tag: text("tag").primaryKey(),
  /** The members who have posts with it. */
  authors: integer("authors").notNull(),
});

/** Hashtags that members follow, in the form that `tagKey` returns. */
export const followedTags = sqliteTable(
  "followed_tags",
  {
    member: memberKey(),
    tag: text("tag").notNull(),
    /** Milliseconds since 1970. */
    followedAt: integer("followed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.member, t.tag] })],
);

/** The columns that likes and saves share. */
const reaction = () => ({
  post: postKey(),
  member: memberKey(),
  /** The key of the post's owner, who is notified. */
  owner: integer("owner").notNull(),
  /** The id of the notification that the row has caused, if any. */
  notice: integer("notice"),
  /** The id of the notification of an earlier like or save by the member, which the owner has read: no second one follows. */
  readNotice: integer("read_notice"),
});

/** Likes, one for each member and post. Without a time the like was taken back, and the row only names `read_notice`. */
export const postLikes = sqliteTable("post_likes", { ...reaction(), likedAt: integer("liked_at") }, (t) => [
  primaryKey({ columns: [t.post, t.member] }),
  index("post_likes_member").on(t.member, t.owner),
]);

/** A member's collections of saved posts. */
export const collections = sqliteTable(
  "collections",
  {
    key: integer("key").primaryKey(),
    /** The public id. */
    id: text("id").notNull(),
    member: memberKey(),
    name: text("name").notNull(),
    /** Updated by triggers. */
    postCount: integer("post_count").notNull().default(0),
    /** The key of the post that the member has chosen as the cover. A trigger removes one that has left the collection. */
    cover: integer("cover"),
    clientId: clientId(),
  },
  (t) => [
    uniqueIndex("collections_id").on(t.id),
    index("collections_member").on(t.member, t.id),
    uniqueIndex("collections_client").on(t.member, t.clientId).where(sql`${t.clientId} IS NOT NULL`),
  ],
);

/** Saved posts, as `post_likes`. The times of a member's saves differ, because their list is paged by them. */
export const postSaves = sqliteTable(
  "post_saves",
  {
    ...reaction(),
    savedAt: integer("saved_at"),
    /** The collection that has the saved post, or null. */
    collection: integer("collection").references(() => collections.key, { onDelete: "set null" }),
  },
  (t) => [
    primaryKey({ columns: [t.post, t.member] }),
    index("post_saves_member").on(t.member, t.savedAt),
    index("post_saves_collection").on(t.collection, t.savedAt).where(sql`${t.collection} IS NOT NULL`),
  ],
);

export const aiImages = sqliteTable(
  "ai_images",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null for an art style. */
    prompt: text("prompt"),
    imageUrl: text("image_url").notNull(),
    mediaId: text("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "no action" }),
    style: text("style"),
    sourceImageUrl: text("source_image_url"),
    kind: text("kind", { enum: ["generate", "edit", "style"] }).notNull(),
    /** The engine and the model that made the image; the screen shows both. */
    engine: text("engine", { enum: ["workers-ai", "local"] }).notNull(),
    model: text("model").notNull(),
    /** Null until the member saves the image. Unsaved images are deleted after a day. */
    savedAt: text("saved_at"),
    createdAt: createdAt(),
  },
  (t) => [
    index("ai_images_user").on(t.userId, t.id),
    index("ai_images_media").on(t.mediaId),
    index("ai_images_source").on(t.sourceImageUrl).where(sql`${t.sourceImageUrl} IS NOT NULL`),
    index("ai_images_unsaved").on(t.savedAt, t.createdAt),
  ],
);

/** Uses of the AI engine in the last day. One statement checks the quota and inserts the row. */
export const aiUses = sqliteTable(
  "ai_uses",
  {
    id: id(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Whether the engine failed: a failed use counts against the quota of a minute, not of a day. */
    failed: integer("failed", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index("ai_uses_member").on(t.userId, t.createdAt), index("ai_uses_age").on(t.createdAt)],
);
