import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { SIGN_UPS_PER_HOUR } from "~/contract/account-limits";
import type { SignupInput } from "~/contract/accounts";
import { invalid } from "~/contract/errors";
import { firstIdOf, newId, timeOfId } from "~/contract/ids";
import { retryText } from "~/contract/quotas";
import { HOUR_MS } from "~/contract/time";
import { isBlank } from "~/contract/visible-text";
import { batchRows } from "~/db/batch";
import { isThisMachine } from "~/platform/network";
import type { Ctx } from "../context";
import { limited } from "../quota";
import { blockError, blocksOf } from "../safety/sign-up-blocks";
import { type Admitted, admissionError, admissionOf, admissionRow } from "./admission";

/**
 * Counts a sign-up of the caller's network, before the password is hashed, which is slow. One that fails later stays
 * counted. A local run has no limit, because all its visitors have one address.
 * @param email in lower case
 * @throws AppError `rate_limited` beyond 20 an hour; `invalid` for a blocked address, or without a reason where
 *   approval is needed; `forbidden` for a blocked network, while sign-ups are closed, or without a required invitation
 */
export async function admitSignUp(
  ctx: Ctx,
  email: string,
  { invitation: code = "", reason = "" }: Pick<SignupInput, "invitation" | "reason">,
): Promise<Admitted> {
  const now = ctx.now().getTime();
  const network = ctx.fingerprint(`network ${ctx.address}`);
  const recent = sql`FROM sign_ups WHERE network = ${network} AND id >= ${firstIdOf(now - HOUR_MS + 1)}`;
  const isLimited = ctx.limits.areOn && !isThisMachine(ctx.address);
  const isFree = isLimited ? sql`(SELECT count(*) ${recent}) < ${SIGN_UPS_PER_HOUR}` : sql`TRUE`;
  const [[admission] = [], blocks, counted = []] = await batchRows(ctx.db, [
    admissionRow(ctx, code),
    blocksOf(ctx, email, ctx.address),
    sql`INSERT INTO sign_ups (id, network) SELECT ${newId(now)}, ${network} WHERE ${isFree} RETURNING id`,
  ]);
  const page = admissionOf(admission, code);
  const refused = admissionError(page) ?? blockError(blocks);
  if (refused) throw refused;
  if (page.waits && isBlank(reason)) throw invalid("reason", msg`Please tell us why you would like to join.`);
  if (counted.length > 0) return { code, waiting: page.waits ? { reason, network } : null };
  const { first } = await ctx.db.get<{ first: string | null }>(sql`SELECT min(id) AS first ${recent}`);
  const waitMs = first ? timeOfId(first) + HOUR_MS - now : 0;
  throw limited(msg`Too many accounts from here. ${{ retry: retryText(waitMs) }}`, waitMs);
}
