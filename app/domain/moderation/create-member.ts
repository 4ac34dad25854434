import { msg } from "@lingui/core/runtime-macro";
import { fieldError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { NewMember } from "~/contract/member-actions";
import { batchRows } from "~/db/batch";
import { nextKey } from "~/db/keys";
import { users } from "~/db/schema";
import { isUsernameTaken } from "~/db/violations";
import { orEmailConflict } from "../accounts/email-conflict";
import { noPassword } from "../accounts/password";
import { provisionalUsername } from "../accounts/provisional-username";
import { newResetLink } from "../accounts/request-password-reset";
import { requireStepUp } from "../accounts/step-up";
import type { MemberCtx } from "../context";
import { sendMail } from "../mail/send-mail";
import { storeNameTerms } from "../search/name-terms";
import { requireMail } from "./account-actions";
import { logOf, notAllowed } from "./act";
import { asModerator } from "./as-moderator";
import type { Decider, DecisionCtx } from "./decision-plan";

/** Usernames to try; the last ones end in nine digits. */
const ATTEMPTS = 12;

/**
 * Creates an account at the desk, as `createMemberAs`.
 * @throws AppError `not_found` for members; `forbidden` for non-admin moderators; `step_up`; as `createMemberAs`
 */
export async function createMember(ctx: MemberCtx, input: NewMember): Promise<{ id: string }> {
  const { viewer } = asModerator(ctx);
  if (viewer.role !== "admin") throw notAllowed();
  await requireStepUp(ctx);
  return createMemberAs(viewer, ctx, { ...input, note: "" });
}

/**
 * Creates an account for somebody else in any sign-up mode, logs it, and mails them a link to set a password, which
 * also confirms the address. Without a username they get a provisional one until profile setup. The caller has checked
 * who decides.
 * @returns the id and the username
 * @throws AppError `conflict` for an address or a username that is taken, and on a site that sends no mail
 */
export async function createMemberAs(
  decider: Decider,
  ctx: DecisionCtx,
  input: NewMember & { note: string },
): Promise<{ id: string; username: string }> {
  requireMail(ctx);
  const email = input.email.toLowerCase();
  const id = newId(ctx.now().getTime());
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const username = input.username ?? provisionalUsername(email, attempt);
    const { fullName, note } = input;
    const now = ctx.now();
    const account = { id, email, fullName, username, bio: "", password: noPassword(), emailConfirmed: false };
    const stored = ctx.db
      .insert(users)
      .values({ ...account, createdAt: now.toISOString(), key: nextKey("users") });
    try {
      await batchRows(ctx.db, [
        stored.getSQL(),
        storeNameTerms(ctx.db, id, username, fullName).getSQL(),
        logOf(decider, id, { action: "create", note }, now),
      ]);
    } catch (error) {
      if (!isUsernameTaken(error)) throw orEmailConflict(error);
      if (input.username !== undefined)
        throw fieldError("conflict", "username", msg`This username is already taken`);
      continue;
    }
    ctx.defer(
      sendMail(ctx, { kind: "reset", to: email, memberId: id }, (i18n) => newResetLink(ctx, i18n, id)),
    );
    return { id, username };
  }
  throw new Error(`no free username for an account after ${ATTEMPTS} attempts`);
}
