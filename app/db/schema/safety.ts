import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { reportReasons } from "../../contract/safety";
import { createdAt, id } from "./columns";
import { users } from "./members";

/** Blocks, enforced in both directions (app/db/blocks.ts). */
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

/** Reports by members, for the operator. */
export const reports = sqliteTable(
  "reports",
  {
    id: id(),
    reporterId: text("reporter_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The reported member, or the owner of the reported post. */
    memberId: text("member_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Empty for a report of a member. No foreign key, so the report outlives the post. */
    postId: text("post_id").notNull().default(""),
    reason: text("reason", { enum: reportReasons }).notNull(),
    details: text("details").notNull().default(""),
    createdAt: createdAt(),
  },
  (t) => [
    // Reporting the same member or post again replaces the report.
    uniqueIndex("reports_once").on(t.reporterId, t.memberId, t.postId),
    index("reports_member").on(t.memberId),
  ],
);
