import { sql } from "drizzle-orm";
import type { EmailView } from "~/contract/accounts";
import type { MemberCtx } from "../context";

/** Returns the viewer's e-mail address, and the new one that waits for its confirmation, if any. */
export async function readEmail({ db, viewer, now }: MemberCtx): Promise<EmailView> {
  // The unused links of a member are all for one address.
  const row = await db.get<{ email: string } | undefined>(sql`
    SELECT email AS email FROM email_changes
    WHERE user_id = ${viewer.id} AND used_at IS NULL AND expires_at > ${now().toISOString()} LIMIT 1`);
  return { email: viewer.email, pendingEmail: row?.email ?? null };
}
