import { sql } from "drizzle-orm";
import type { EmailView } from "~/contract/accounts";
import { currentTime, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Returns the viewer's e-mail address, and the new one that waits for its confirmation, if any. */
export async function readEmail(ctx: MemberCtx): Promise<EmailView> {
  const [[row]] = await readRows(ctx, pendingEmailRow());
  return { email: ctx.viewer.email, pendingEmail: row?.email ?? null };
}

/** The row of an unused link to a new address. All of a member's unused links are for one address. */
export const pendingEmailRow = viewerQuery<void, { email: string }>({
  text: (viewer) => sql`
    SELECT email AS email FROM email_changes
    WHERE user_id = ${viewer} AND used_at IS NULL AND expires_at > ${currentTime} LIMIT 1`,
});
