import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { EMAIL_LINK_HOURS } from "~/contract/account-limits";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { WaitingAnswer } from "~/contract/sign-ups";
import { HOUR_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { isModerator } from "~/db/moderators";
import { WAITING } from "../accounts/admission";
import { deletion } from "../accounts/closed-accounts";
import { newEmailMail } from "../accounts/email-mail";
import type { MemberCtx } from "../context";
import { languageIn, sendMail } from "../mail/send-mail";
import { approvedLetter, declinedLetter } from "../mail/sign-up-letters";
import { asModerator } from "./as-moderator";

/**
 * Opens or deletes an account that waits for approval, logs the answer, and mails it to the person. The log has only
 * the domain of the address. Of two moderators the first answers.
 * @throws AppError `not_found` for members; `conflict` when the account waits no more
 */
export async function answerWaiting(ctx: MemberCtx, { id, action, note }: WaitingAnswer): Promise<void> {
  const { viewer } = asModerator(ctx);
  const now = ctx.now();
  const logId = newId(now.getTime());
  const isLogged = sql`EXISTS (SELECT 1 FROM moderation_log WHERE id = ${logId})`;
  const person = await ctx.db.get<{ email: string; language: string | null } | undefined>(sql`
    SELECT u.email AS email, u.language AS language FROM waiting_members w JOIN users u ON u.id = w.member_id
    WHERE w.member_id = ${id} AND ${isModerator(viewer.id)}`);
  if (!person) throw answered();
  const domain = person.email.slice(person.email.lastIndexOf("@"));
  const confirmation = newEmailMail(ctx, id, person.email);
  const changes =
    action === "approve" ? approval(ctx, id, isLogged, confirmation) : deletion(ctx, id, isLogged);
  const [logged = []] = await batchRows(ctx.db, [
    sql`INSERT INTO moderation_log (id, actor_id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, created_at)
      SELECT ${logId}, ${viewer.id}, ${viewer.username}, ${action}, ${id}, ${domain}, 'member', ${id}, 'other', ${note},
        ${now.toISOString()}
      WHERE ${isModerator(viewer.id)} AND EXISTS (SELECT 1 FROM waiting_members WHERE member_id = ${id}) RETURNING id`,
    ...changes,
  ]);
  if (logged.length === 0) throw answered();
  ctx.defer(mailAnswer(ctx, { id, action, ...person }));
  if (action === "approve") ctx.defer(confirmation.deliver("again"));
}

const answered = () => new AppError("conflict", msg`This request has been answered already.`);

/** Returns the statements that open an account, and store the code that confirms its address. */
function approval(
  ctx: MemberCtx,
  id: string,
  isLogged: SQL,
  confirmation: { id: string; code: string },
): SQL[] {
  const now = ctx.now();
  const until = new Date(now.getTime() + EMAIL_LINK_HOURS * HOUR_MS).toISOString();
  return [
    // A trigger ends the waiting.
    sql`DELETE FROM suspensions WHERE member_id = ${id} AND decision_id = ${WAITING} AND ${isLogged}`,
    sql`INSERT INTO email_changes (id, user_id, email, session_id, code, expires_at, created_at)
      SELECT ${confirmation.id}, id, email, '', ${confirmation.code}, ${until}, ${now.toISOString()} FROM users
      WHERE id = ${id} AND ${isLogged}`,
  ];
}

interface Answer extends Pick<WaitingAnswer, "id" | "action"> {
  email: string;
  language: string | null;
}

/** Mails the answer in the language of the person. The account of a declined one, which has it, is deleted by then. */
async function mailAnswer(ctx: MemberCtx, { id, action, email, language }: Answer): Promise<void> {
  const i18n = await ctx.textsIn(languageIn({ language }));
  const letter = action === "approve" ? approvedLetter(i18n, ctx.urlOf("/login")) : declinedLetter(i18n);
  await sendMail(ctx, { kind: "news", to: email, memberId: id }, () => letter);
}
