import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { TestMailResult } from "~/contract/health-views";
import { firstIdOf, newId } from "~/contract/ids";
import { TEST_MAILS_PER_HOUR } from "~/contract/mail-limits";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { isAdmin } from "~/db/moderators";
import { logError } from "~/platform/log";
import { MailError } from "~/platform/mail";
import type { MemberCtx } from "../context";
import { testLetter } from "../mail/test-letter";
import { asPageAdmin } from "./as-moderator";

/**
 * Sends a test mail to the viewer's own address, and logs that. The log is its limit too: of all admins together.
 * @returns what the mail service has answered
 * @throws AppError `not_found` for everybody but admins; `forbidden` until their address is confirmed; `rate_limited`
 */
export async function sendTestMail(ctx: MemberCtx): Promise<TestMailResult> {
  const { viewer, operations } = asPageAdmin(ctx);
  const { email } = viewer;
  if (!viewer.emailConfirmed) throw new AppError("forbidden", msg`Please confirm your email address first.`);
  const now = ctx.now();
  const since = firstIdOf(now.getTime() - HOUR_MS);
  const [logged = []] = await batchRows(ctx.db, [
    sql`INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, created_at)
      SELECT ${newId(now.getTime())}, ${viewer.id}, ${viewer.username}, 'test_mail', '', ${operations.mailWay}, 'site', 'test_mail', 'other', '',
        ${now.toISOString()}
      WHERE ${isAdmin(viewer.id)}
        AND (SELECT count(*) FROM moderation_log WHERE subject_id = 'test_mail' AND id >= ${since}) < ${TEST_MAILS_PER_HOUR}
      RETURNING id`,
  ]);
  if (logged.length === 0)
    throw new AppError(
      "rate_limited",
      msg`${{ max: TEST_MAILS_PER_HOUR }} test emails were sent in the last hour. Please try again later.`,
    );
  try {
    await ctx.mail.send(email, testLetter(await ctx.textsIn(ctx.language()), viewer.username));
    return { isSent: true, email };
  } catch (error) {
    logError(error, { event: "test mail not sent" });
    const { code, fault } = error instanceof MailError ? error : new MailError("no answer", "service");
    return { isSent: false, code, fault };
  }
}
