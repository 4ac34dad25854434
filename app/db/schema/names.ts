import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt } from "./columns";
import { memberIdColumn, memberKeyColumn } from "./member-columns";

/** Former usernames, written by triggers. Until one expires, it links to its member and nobody else can take it. */
export const formerUsernames = sqliteTable(
  "former_usernames",
  {
    /** In lower case. */
    username: text("username").primaryKey(),
    userId: memberIdColumn(),
    expiresAt: text("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("former_usernames_user").on(t.userId), index("former_usernames_expiry").on(t.expiresAt)],
);

/**
 * The search index: a search reads one range of the primary key, however many members there are. Triggers write every
 * member's names in lower case; app/domain/search/name-terms.ts adds the terms that SQLite cannot fold.
 */
export const searchTerms = sqliteTable(
  "search_terms",
  {
    /** 0: the beginning of a name; 1: the beginning of a word in a name; 2: a part inside a username. */
    rank: integer("rank").notNull(),
    /** Folded: in lower case, without accents and other optional marks. */
    term: text("term").notNull(),
    member: memberKeyColumn(),
  },
  (t) => [primaryKey({ columns: [t.rank, t.term, t.member] }), index("search_terms_member").on(t.member)],
);
