import { sql } from "drizzle-orm";
import type { EmailView } from "~/contract/accounts";
import { MAIL_BOUNCES_MAX } from "~/contract/mail-limits";
import { currentTime, readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Returns the viewer's email address, whether it is confirmed, whether its mails come back, and the pending one. */
export async function readEmail(ctx: MemberCtx): Promise<EmailView> {
  const [[row]] = await readRows(ctx, emailRow());
  const { email, emailConfirmed } = ctx.viewer;
  return {
    email,
    isConfirmed: emailConfirmed,
    isBouncing: row?.isBouncing === 1,
    pendingEmail: row?.pendingEmail ?? null,
  };
}

interface EmailRow {
  pendingEmail: string | null;
  isBouncing: number;
}

/** The row of `readEmail`. All of a member's unused links are for one address, which can be the present one. */
export const emailRow = viewerQuery<void, EmailRow>({
  text: (viewer) => sql`
    SELECT (SELECT email FROM email_changes
        WHERE user_id = u.id AND used_at IS NULL AND expires_at > ${currentTime} AND email <> u.email LIMIT 1) AS pendingEmail,
      EXISTS (SELECT 1 FROM digests WHERE user_id = u.id AND bounces >= ${sql.raw(String(MAIL_BOUNCES_MAX))}) AS isBouncing
    FROM users u WHERE u.id = ${viewer}`,
});
