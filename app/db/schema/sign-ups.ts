import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt } from "./columns";
import { memberIdColumn } from "./member-columns";
import { users } from "./members";

/** Members who wait for a moderator's approval. Until then the account is suspended: nobody finds it or logs in. */
export const waitingMembers = sqliteTable(
  "waiting_members",
  {
    memberId: memberIdColumn("member_id").primaryKey(),
    reason: text("reason").notNull(),
    /** The keyed hash of the network of the sign-up. */
    network: text("network").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("waiting_members_age").on(t.createdAt), index("waiting_members_network").on(t.network)],
);

/** Links for signing up while that needs an invitation. They are deleted 30 days after they were made. */
export const invitations = sqliteTable(
  "invitations",
  {
    /** SHA-256 of the code in hex, so a stolen table invites nobody. */
    id: text("id").primaryKey(),
    memberId: memberIdColumn("member_id"),
    /** The sign-ups that the link allows; those so far once it was revoked. */
    uses: integer("uses").notNull(),
    used: integer("used").notNull().default(0),
    expiresAt: text("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("invitations_member").on(t.memberId, t.createdAt), index("invitations_age").on(t.createdAt)],
);

/** Members who have signed up with an invitation. */
export const invitedMembers = sqliteTable(
  "invited_members",
  {
    memberId: memberIdColumn("member_id").primaryKey(),
    /** Null once the account of the member who has invited them is deleted. */
    invitedBy: text("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [index("invited_members_invited_by").on(t.invitedBy, t.createdAt)],
);
