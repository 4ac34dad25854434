import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { clientId } from "./columns";
import { memberKeyColumn } from "./member-columns";
import { postKeyColumn } from "./posts";

export const postComments = sqliteTable(
  "post_comments",
  {
    post: postKeyColumn(),
    /** The public id, unique among the comments of the post. */
    id: text("id").notNull(),
    member: memberKeyColumn(),
    comment: text("comment").notNull(),
    createdAt: integer("created_at").notNull(),
    clientId: clientId(),
    /** Whether the post's owner has hidden it. */
    isHidden: integer("is_hidden", { mode: "boolean" }).notNull().default(false),
    /** Updated by triggers. */
    likeCount: integer("like_count").notNull().default(0),
    /** The public id of the comment that it replies to, never itself a reply. A trigger deletes the replies with it. */
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
    member: memberKeyColumn(),
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

/** The columns that likes and saves share. */
const reaction = () => ({
  post: postKeyColumn(),
  member: memberKeyColumn(),
  /** The key of the post's owner, who is notified. */
  owner: integer("owner").notNull(),
  /** The id of the notification that the row has caused, if any. */
  notice: integer("notice"),
  /** The id of the read notification of an earlier like or save by the member: no second one follows. */
  readNotice: integer("read_notice"),
});

/** Likes, one per member and post. Without a time the like was taken back, and the row only names `read_notice`. */
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
    member: memberKeyColumn(),
    name: text("name").notNull(),
    /** Updated by triggers. */
    postCount: integer("post_count").notNull().default(0),
    /** The key of the post chosen as the cover. A trigger removes one that has left the collection. */
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
