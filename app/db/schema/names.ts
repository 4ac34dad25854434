import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt } from "./columns";
import { users } from "./members";

/** A username that was given up: it leads to its member and is nobody else's until it expires. Kept by triggers. */
export const formerUsernames = sqliteTable(
  "former_usernames",
  {
    /** In lower case. */
    username: text("username").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: text("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("former_usernames_user").on(t.userId), index("former_usernames_expiry").on(t.expiresAt)],
);

/**
 * What members are found by: a search is a range of this table's key, whatever the number of members. Triggers write
 * the plain names of every member; app/domain/search/name-terms.ts adds what SQLite cannot fold.
 */
export const nameTerms = sqliteTable(
  "name_terms",
  {
    /** 0 begins a name, 1 begins a word of one, 2 lies inside a username. */
    rank: integer("rank").notNull(),
    /** Folded: no case, no accents. */
    term: text("term").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.rank, t.term, t.userId] }), index("name_terms_user").on(t.userId)],
);
