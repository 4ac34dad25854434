import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { PasskeyName } from "~/contract/passkeys";
import { batchRows } from "~/db/batch";
import type { MemberCtx } from "../context";
import { holdsPassword } from "./password";
import { securityAlert } from "./security-alert";
import { requireStepUp } from "./step-up";

/** Renames a passkey of the viewer. @throws AppError `not_found`; `step_up` */
export async function renamePasskey(ctx: MemberCtx, id: string, { name }: PasskeyName): Promise<void> {
  await requireStepUp(ctx);
  const renamed = await ctx.db.all(
    sql`UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${ctx.viewer.id} RETURNING id`,
  );
  if (renamed.length === 0) throw missing();
}

/**
 * Removes a passkey of the viewer. The member gets a mail.
 * @throws AppError `not_found`; `conflict` for the only one of an account without a password; `step_up`
 */
export async function removePasskey(ctx: MemberCtx, id: string): Promise<void> {
  await requireStepUp(ctx);
  const own = sql`passkeys WHERE id = ${id} AND user_id = ${ctx.viewer.id}`;
  const isNeeded = sql`(SELECT NOT ${holdsPassword} AND (SELECT count(*) FROM passkeys WHERE user_id = users.id) = 1
    FROM users WHERE id = ${ctx.viewer.id})`;
  const alert = securityAlert(ctx, ctx.viewer.id, sql`EXISTS (SELECT 1 FROM ${own}) AND NOT ${isNeeded}`);
  const [alerts = [], kept = []] = await batchRows(ctx.db, [
    alert.insert.getSQL(),
    sql`SELECT id FROM ${own} AND ${isNeeded}`,
    sql`DELETE FROM ${own} AND NOT ${isNeeded}`,
  ]);
  if (kept.length > 0) throw new AppError("conflict", ONLY_WAY_IN);
  if (alerts.length === 0) throw missing();
  alert.mail(ctx.viewer, { name: "passkeyRemoved" });
}

const ONLY_WAY_IN = msg`This passkey is the only way into your account. Please set a password or add another passkey first.`;

const missing = () => new AppError("not_found", msg`There is no such passkey.`);
