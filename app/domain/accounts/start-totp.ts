import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import type { TotpSetup } from "~/contract/security";
import { nameOfSite } from "~/contract/site";
import type { MemberCtx } from "../context";
import { requireStepUp } from "./step-up";
import { newTotpSecret, totpUri } from "./totp";

/**
 * Returns a new key for the viewer's authenticator app. Log-ins ask for its codes once `confirmTotp` has confirmed it;
 * until then another call replaces it.
 * @throws AppError `conflict` when two-factor authentication is on; `step_up`
 */
export async function startTotp(ctx: MemberCtx): Promise<TotpSetup> {
  await requireStepUp(ctx);
  const secret = newTotpSecret();
  const stored = await ctx.db.all(sql`
    INSERT INTO totp_secrets (user_id, secret, last_step, created_at)
    VALUES (${ctx.viewer.id}, ${secret}, 0, ${ctx.now().toISOString()})
    ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at WHERE confirmed_at IS NULL
    RETURNING user_id`);
  if (stored.length === 0) throw isOn();
  return { secret, uri: totpUri(secret, ctx.viewer.email, nameOfSite(ctx.site)) };
}

export const isOn = () => new AppError("conflict", msg`Two-factor authentication is already on.`);
