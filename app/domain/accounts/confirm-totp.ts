import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError, invalid } from "~/contract/errors";
import type { CodeInput, RecoveryCodes, TotpSetup } from "~/contract/security";
import { nameOfSite } from "~/contract/site";
import { WRONG_CODE } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";
import { newRecoveryCodes } from "./recovery-codes";
import { securityAlert } from "./security-alert";
import { isOn } from "./start-totp";
import { requireStepUp } from "./step-up";
import { totpStep, totpUri } from "./totp";

/**
 * Turns two-factor authentication on with a code of the key from `startTotp`, which shows that the app has it. The code
 * cannot be used again. The member gets a mail.
 * @returns the recovery codes
 * @throws AppError `invalid` at the field `code`; `conflict` when it is on; `not_found` without a key; `step_up`
 */
export async function confirmTotp(ctx: MemberCtx, { code }: CodeInput): Promise<RecoveryCodes> {
  await requireStepUp(ctx);
  const { id } = ctx.viewer;
  const key = await pendingKey(ctx);
  const step = totpStep(key.secret, code, ctx.now());
  if (step === null) throw invalid("code", WRONG_CODE);
  const { codes, ids } = newRecoveryCodes();
  const isPending = sql`EXISTS (SELECT 1 FROM totp_secrets
    WHERE user_id = ${id} AND secret = ${key.secret} AND confirmed_at IS NULL)`;
  const alert = securityAlert(ctx, id, isPending);
  // Not before the time of the alert, whose link removes what was added since.
  const at = ctx.now().toISOString();
  const [alerts = []] = await batchRows(ctx.db, [
    alert.insert.getSQL(),
    sql`INSERT INTO recovery_codes (id, user_id, created_at)
      SELECT value, ${id}, ${at} FROM json_each(${JSON.stringify(ids)}) WHERE ${isPending}`,
    sql`UPDATE totp_secrets SET confirmed_at = ${at}, last_step = ${step}
      WHERE user_id = ${id} AND secret = ${key.secret} AND confirmed_at IS NULL`,
  ]);
  if (alerts.length === 0) throw isOn();
  alert.mail(ctx.viewer, { name: "twoFactorOn" });
  return { recoveryCodes: codes };
}

/** Returns the key that waits for its first code, to show it again. @throws AppError as `confirmTotp` */
export async function readTotpSetup(ctx: MemberCtx): Promise<TotpSetup> {
  await requireStepUp(ctx);
  const { secret } = await pendingKey(ctx);
  return { secret, uri: totpUri(secret, ctx.viewer.email, nameOfSite(ctx.site)) };
}

async function pendingKey(ctx: MemberCtx): Promise<{ secret: string }> {
  const [[key]] = await readRows(ctx, totpKeyRow());
  if (!key) throw new AppError("not_found", msg`There is no key to confirm. Please start again.`);
  if (key.confirmedAt !== null) throw isOn();
  return key;
}

/** The viewer's key, confirmed or not. */
export const totpKeyRow = viewerQuery<void, { secret: string; confirmedAt: string | null }>({
  text: (viewer) =>
    sql`SELECT secret AS secret, confirmed_at AS confirmedAt FROM totp_secrets WHERE user_id = ${viewer}`,
});
