import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Camera } from "../../contract/camera";
import { postFrames } from "../../contract/post-frame";
import { visibilities } from "../../contract/visibility";
import { clientId, createdAt, id, key } from "./columns";
import { imageColumns, media, originalSize } from "./media";
import { memberIdColumn, memberKeyColumn } from "./member-columns";

export const posts = sqliteTable(
  "posts",
  {
    id: id(),
    userId: memberIdColumn(),
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
    /** The frame of several photos; null for that of the first one. */
    frame: text("frame", { enum: postFrames }),
    /** Camera data of the first photo (app/contract/camera.ts), when the owner shows it; else null. */
    camera: text("camera", { mode: "json" }).$type<Camera>(),
    /** The words of caption and place, each between single spaces (app/domain/search/words.ts); null until indexed. */
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

/** The column with the key of a row's post. */
export const postKeyColumn = () =>
  integer("post")
    .notNull()
    .references(() => posts.key, { onDelete: "cascade" });

/** The photos of posts after the first one, which its post has. */
export const postPhotos = sqliteTable(
  "post_photos",
  {
    post: postKeyColumn(),
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

/** Idempotency keys of deleted posts and comments: a retry must not restore one. Triggers write and check them. */
export const deletedClientIds = sqliteTable(
  "deleted_client_ids",
  {
    userId: memberIdColumn(),
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

/** Hashtags with a character outside ASCII, which a search finds without accents. Triggers insert and delete them. */
export const tagFolds = sqliteTable(
  "tag_folds",
  {
    tag: text("tag").primaryKey(),
    /** The folded form (app/contract/fold.ts); null until it is stored (app/domain/search/fold-tags.ts). */
    folded: text("folded"),
  },
  (t) => [index("tag_folds_folded").on(t.folded)],
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
    member: memberKeyColumn(),
    tag: text("tag").notNull(),
    /** Milliseconds since 1970. */
    followedAt: integer("followed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.member, t.tag] })],
);
