import { sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import type { CodeInput, RecoveryCodes } from "~/contract/security";
import { WRONG_CODE } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { newRecoveryCodes } from "./recovery-codes";
import { inSession, verifyCode } from "./second-factor";
import { securityAlert } from "./security-alert";
import { requireStepUp } from "./step-up";

/**
 * Replaces the viewer's recovery codes. Needs a code, the last recovery code or one of the app, as a proof of the
 * second factor. The member gets a mail.
 * @throws AppError `invalid` at the field `code`; `step_up`; `rate_limited`
 */
export async function renewRecoveryCodes(ctx: MemberCtx, { code }: CodeInput): Promise<RecoveryCodes> {
  await requireStepUp(ctx);
  const { id } = ctx.viewer;
  const { isUnused, spend } = await verifyCode(ctx, id, code, inSession(ctx));
  const { codes, ids } = newRecoveryCodes();
  const alert = securityAlert(ctx, id, isUnused);
  // Not before the time of the alert, whose link removes what was added since.
  const at = ctx.now().toISOString();
  const isDone = sql`EXISTS (SELECT 1 FROM recovery_codes WHERE id = ${ids[0]})`;
  const [alerts = []] = await batchRows(ctx.db, [
    alert.insert.getSQL(),
    sql`INSERT INTO recovery_codes (id, user_id, created_at)
      SELECT value, ${id}, ${at} FROM json_each(${JSON.stringify(ids)}) WHERE ${isUnused}`,
    sql`DELETE FROM recovery_codes
      WHERE user_id = ${id} AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${isDone}`,
    ...spend(isDone),
  ]);
  if (alerts.length === 0) throw invalid("code", WRONG_CODE);
  alert.mail(ctx.viewer, { name: "newRecoveryCodes" });
  return { recoveryCodes: codes };
}
