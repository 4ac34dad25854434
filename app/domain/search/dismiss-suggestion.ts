import { sql } from "drizzle-orm";
import { memberKey } from "~/db/keys";
import type { MemberCtx } from "../context";

/** Stores that a member is not suggested to the viewer again. Idempotent; an unknown member changes nothing. */
export async function dismissSuggestion({ db, viewer, now }: MemberCtx, memberId: string): Promise<void> {
  await db.run(sql`
    INSERT INTO dismissed_suggestions (member, other, dismissed_at)
    SELECT ${memberKey(viewer.id)}, id, ${now().getTime()} FROM users WHERE id = ${memberId} AND id <> ${viewer.id}
    ON CONFLICT DO NOTHING`);
}
