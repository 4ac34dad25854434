import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { type MemberAction, type MemberActionInput, memberActions } from "~/contract/member-actions";
import { hasTwoFactor } from "../accounts/second-factor";
import { requireStepUp } from "../accounts/step-up";
import type { MemberCtx } from "../context";
import { memberNotFound } from "../not-found";
import {
  type Account,
  type Action,
  changeRole,
  confirmEmailOf,
  endSessionsOf,
  endTwoFactorOf,
  eraseMember,
  sendResetTo,
} from "./account-actions";
import { mayActOn, notAllowed, operator } from "./act";
import { asModerator } from "./as-moderator";
import type { Decider, DecisionCtx } from "./decision-plan";
import { suspendMember, unsuspendMember } from "./suspend-member";

/** The use case of each action. The desk and the command line run no other. */
const useCases: Record<MemberAction, Action> = {
  suspend: (decider, ctx, { id }, input) => suspendMember(decider, ctx, id, input),
  unsuspend: (decider, ctx, { id }, input) => unsuspendMember(decider, ctx, id, input),
  end_sessions: endSessionsOf,
  send_reset: sendResetTo,
  confirm_email: confirmEmailOf,
  end_two_factor: endTwoFactorOf,
  promote: changeRole,
  delete: eraseMember,
};

/**
 * Runs a moderator's action on a member's account, and logs it. An action that needs an admin also needs a recent proof
 * of identity.
 * @throws AppError `not_found`; `forbidden` about oneself or an admin, or for a role that does not allow it; `step_up`;
 *   `conflict` when the account is in another state
 */
export async function actOnMember(ctx: MemberCtx, memberId: string, input: MemberActionInput): Promise<void> {
  const { viewer } = asModerator(ctx);
  const account = await accountFor(viewer, ctx, memberId, input.action);
  if (memberActions[input.action] === "admin") await requireStepUp(ctx);
  await useCases[input.action](viewer, ctx, account, input);
}

/** Does the same for the operator, who may act on everybody. @throws as `actOnMember`, except `forbidden`, `step_up` */
export async function actAsOperator(
  ctx: DecisionCtx,
  memberId: string,
  input: MemberActionInput,
): Promise<void> {
  const account = await accountFor(operator, ctx, memberId, input.action);
  await useCases[input.action](operator, ctx, account, input);
}

interface AccountRow extends Account {
  role: string;
  mayAct: number;
}

/** @throws AppError `not_found`, also for an account that is being deleted; `forbidden` */
async function accountFor(
  decider: Decider,
  { db }: Pick<DecisionCtx, "db">,
  id: string,
  action: MemberAction,
): Promise<Account> {
  const row = await db.get<AccountRow | undefined>(sql`
    SELECT id AS id, username AS username, email AS email, full_name AS fullName, email_confirmed AS isConfirmed, role AS role,
      ${hasTwoFactor(id)} AS hasTwoFactor, ${mayActOn(decider, id, memberActions[action])} AS mayAct
    FROM users WHERE id = ${id} AND NOT EXISTS (SELECT 1 FROM suspensions WHERE member_id = ${id} AND decision_id = '')`);
  if (!row) throw memberNotFound();
  if (row.mayAct) return row;
  if (row.id === decider.id)
    throw new AppError("forbidden", msg`Nobody decides about their own account or content.`);
  if (row.role === "admin") throw new AppError("forbidden", msg`Nobody decides about an admin here.`);
  throw notAllowed();
}

/** Returns the id of a member by their username, in any case and with or without "@". @throws AppError `not_found` */
export async function memberNamed({ db }: Pick<DecisionCtx, "db">, username: string): Promise<string> {
  const row = await db.get<{ id: string } | undefined>(
    sql`SELECT id AS id FROM users WHERE lower(username) = lower(${username.replace(/^@/, "")})`,
  );
  if (!row) throw new AppError("not_found", msg`There is no member ${{ username }}.`);
  return row.id;
}
