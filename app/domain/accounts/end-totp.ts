import { sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { hasTwoFactor } from "./second-factor";
import { securityAlert } from "./security-alert";
import { requireStepUp } from "./step-up";

/**
 * Turns the viewer's two-factor authentication off, or drops a key that was not confirmed, and deletes the recovery
 * codes. The member gets a mail if it was on. Idempotent.
 * @throws AppError `step_up`
 */
export async function endTotp(ctx: MemberCtx): Promise<void> {
  await requireStepUp(ctx);
  const { id } = ctx.viewer;
  const alert = securityAlert(ctx, id, hasTwoFactor(id));
  const [alerts = []] = await batchRows(ctx.db, [
    alert.insert.getSQL(),
    sql`DELETE FROM totp_secrets WHERE user_id = ${id}`,
    sql`DELETE FROM recovery_codes WHERE user_id = ${id}`,
  ]);
  if (alerts.length > 0) alert.mail(ctx.viewer, { name: "twoFactorOff" });
}
