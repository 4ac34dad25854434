import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { reportReasons } from "../../contract/safety";
import { createdAt, id } from "./columns";
import { users } from "./members";

/** Who wants nothing to do with whom. It works both ways: see app/db/blocks.ts. */
export const blocks = sqliteTable(
  "blocks",
  {
    id: id(),
    blockerId: text("blocker_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    blockedId: text("blocked_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("blocks_pair").on(t.blockerId, t.blockedId), index("blocks_blocked").on(t.blockedId)],
);

/** What members reported, for the operator to read. */
export const reports = sqliteTable(
  "reports",
  {
    id: id(),
    reporterId: text("reporter_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Who is reported, or whose post is. */
    memberId: text("member_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Empty when the member is meant. Not a foreign key: that a reported post was deleted is worth knowing. */
    postId: text("post_id").notNull().default(""),
    reason: text("reason", { enum: reportReasons }).notNull(),
    details: text("details").notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [
    // Reporting the same thing again changes the report.
    uniqueIndex("reports_once").on(t.reporterId, t.memberId, t.postId),
    index("reports_member").on(t.memberId),
  ],
);
