import type { MessageDescriptor } from "@lingui/core";
import { invalid } from "~/contract/errors";
import type { IdentityProof } from "~/contract/security";
import { CODE_NEEDED, PASSKEY_REFUSED, WRONG_CODE } from "~/contract/texts";
import type { MemberCtx } from "../context";
import { confirmPassword, readCredentials } from "./confirm-password";
import { holderOf } from "./passkey-challenge";
import { hasPassword } from "./password";
import { type RenewedSession, renewal } from "./renew-session";
import { inSession, type VerifiedCode, verifyCode } from "./second-factor";
import { verifyPasskey } from "./verify-passkey";

/**
 * Records that the viewer has proved their identity in this session, with a passkey or else with all that a log-in asks
 * for: the password, and a code if the account has a second factor (docs/product.md#step-up).
 * @returns the session with its new token
 * @throws AppError `invalid` at the field of a wrong or missing password, code or passkey; `rate_limited`;
 *   `unauthenticated` when the session has ended meanwhile
 */
export async function confirmIdentity(ctx: MemberCtx, proof: IdentityProof): Promise<RenewedSession> {
  if (proof.passkey) {
    const verified = await verifyPasskey(ctx, proof.passkey, holderOf(ctx, null));
    if (verified?.account.id !== ctx.viewer.id) throw invalid("passkey", PASSKEY_REFUSED);
    return record(ctx, verified, "passkey", PASSKEY_REFUSED);
  }
  const credentials = await readCredentials(ctx);
  if (!credentials.hasTwoFactor) {
    await confirmPassword(ctx, proof.currentPassword ?? "", credentials);
    const { run, finish } = renewal(ctx, { verifiedAt: ctx.now().toISOString() });
    const [rows] = await run();
    return finish(rows);
  }
  if (proof.code === undefined) throw invalid("code", CODE_NEEDED);
  if (hasPassword(credentials.password)) {
    await confirmPassword(ctx, proof.currentPassword ?? "", credentials);
  }
  const code = await verifyCode(ctx, ctx.viewer.id, proof.code, inSession(ctx));
  return record(ctx, code, "code", WRONG_CODE);
}

/** Renews the session for a proof that works once. @throws AppError `invalid` when it was used meanwhile */
async function record(
  ctx: MemberCtx,
  { isUnused, spend }: VerifiedCode,
  field: string,
  text: MessageDescriptor,
): Promise<RenewedSession> {
  const verifiedAt = ctx.now().toISOString();
  const { run, isRenewed, finish } = renewal(ctx, { condition: isUnused, verifiedAt });
  const [rows] = await run(spend(isRenewed));
  if (rows.length === 0) throw invalid(field, text);
  return finish(rows);
}
