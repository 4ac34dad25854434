import { sql } from "drizzle-orm";
import type { EmailView } from "~/contract/accounts";
import { currentTime, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Returns the viewer's e-mail address, whether it is confirmed, and the new one that waits for its confirmation, if any. */
export async function readEmail(ctx: MemberCtx): Promise<EmailView> {
  const [[row]] = await readRows(ctx, pendingEmailRow());
  const { email, emailConfirmed } = ctx.viewer;
  return { email, isConfirmed: emailConfirmed, pendingEmail: row?.email ?? null };
}

/** The row of an unused link to a new address. All of a member's unused links are for one address, which can be the present one. */
export const pendingEmailRow = viewerQuery<void, { email: string }>({
  text: (viewer) => sql`
    SELECT email AS email FROM email_changes
    WHERE user_id = ${viewer} AND used_at IS NULL AND expires_at > ${currentTime}
      AND email <> (SELECT u.email FROM users u WHERE u.id = email_changes.user_id) LIMIT 1`,
});
