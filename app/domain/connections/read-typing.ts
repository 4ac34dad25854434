import { sql } from "drizzle-orm";
import { myKey, namingWithKey, viewerQuery } from "~/db/viewer-query";

/** The viewer's connection with a member, as far as typing is concerned. */
export interface TypingConnection {
  /** Whether one of the two hides typing, so that neither sees the other type. */
  hidesTyping: 0 | 1;
}

/** The row of the viewer's connection with a member; none without one, which a block ends too. */
export const typingRow = viewerQuery<string, TypingConnection>({
  text: (viewer) => sql`
    WITH ${namingWithKey(viewer)}
    SELECT o.typing_hidden OR (SELECT typing_hidden FROM users WHERE key = ${myKey}) AS hidesTyping
    FROM connection_sides s CROSS JOIN users o ON o.id = s.other
    WHERE s.member = ${myKey} AND s.accepted = 1 AND s.other = ${sql.placeholder("other")}`,
  values: (other) => ({ other }),
});
