import { integer, text } from "drizzle-orm/sqlite-core";
import { users } from "./members";

/** A column with the id of a member, whose deletion deletes the row. */
export const memberIdColumn = (name = "user_id") =>
  text(name)
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** A column with the key of a member, whose deletion deletes the row. */
export const memberKeyColumn = (name = "member") =>
  integer(name)
    .notNull()
    .references(() => users.key, { onDelete: "cascade" });
