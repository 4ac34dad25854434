import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { reportReasons } from "../../contract/safety";
import { verdicts } from "../../contract/sensitive";
import { createdAt, id } from "./columns";
import { memberIdColumn } from "./member-columns";

/** Columns that a browser needs before an image has loaded. Posts have a copy, so a feed reads one row per post. */
export const imageColumns = {
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  placeholder: text("placeholder").notNull(),
  color: text("color").notNull(),
};

/** Bytes of a photo's original; null without one. Posts have a copy, as of the columns above. */
export const originalSize = () => integer("original_size");

export const media = sqliteTable(
  "media",
  {
    id: id(),
    userId: memberIdColumn(),
    contentType: text("content_type").notNull(),
    /** Bytes of the variant `full`. */
    size: integer("size").notNull(),
    ...imageColumns,
    createdAt: createdAt(),
    /** Whether AI made the image. Stored here because the image can outlive its row in `ai_images`. */
    isAi: integer("is_ai", { mode: "boolean" }).notNull().default(false),
    /** The SHA-256 of the uploaded file. A removed one cannot be uploaded again. */
    hash: blob("hash", { mode: "buffer" }),
    /** The pHash (app/platform/media/perceptual-hash.ts). Null with little structure; removed ones are refused. */
    lookHigh: integer("look_high"),
    lookLow: integer("look_low"),
    /** The verdict of the image check, or a moderator's after it; null until then (app/domain/media/judge-photo.ts). */
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

/** Stored objects to delete from R2. A trigger inserts one for every deleted media row, so no code can forget it. */
export const mediaRemovals = sqliteTable("media_removals", {
  mediaId: text("media_id").primaryKey(),
});

/** The position of each walk of the hourly run: through the stored files, and through the members' notifications. */
export const sweeps = sqliteTable("sweeps", {
  name: text("name").primaryKey(),
  seenTo: text("seen_to").notNull(),
});

export const aiImages = sqliteTable(
  "ai_images",
  {
    id: id(),
    userId: memberIdColumn(),
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
    userId: memberIdColumn(),
    /** Whether the engine failed: a failed use counts against the quota of a minute, not of a day. */
    failed: integer("failed", { mode: "boolean" }).notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [index("ai_uses_member").on(t.userId, t.createdAt), index("ai_uses_age").on(t.createdAt)],
);
