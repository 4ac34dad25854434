import { eq, sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import type { IdentityProof } from "~/contract/security";
import { PASSKEY_REFUSED, WRONG_CODE } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import { sessions } from "~/db/schema";
import type { MemberCtx } from "../context";
import { confirmPassword } from "./confirm-password";
import { holderOf } from "./passkey-challenge";
import { type VerifiedCode, verifyCode } from "./second-factor";
import { verifyPasskey } from "./verify-passkey";

/**
 * Records that the viewer has proved their identity in this session, with their password, a code or a passkey (docs/product.md#step-up).
 * @throws AppError `invalid` at the field of a wrong password, code or passkey; `rate_limited`
 */
export async function confirmIdentity(ctx: MemberCtx, proof: IdentityProof): Promise<void> {
  const { sessionId } = ctx.viewer;
  const verifiedAt = ctx.now().toISOString();
  if (proof.passkey) {
    const verified = await verifyPasskey(ctx, proof.passkey, holderOf(ctx, null));
    if (verified?.account.id !== ctx.viewer.id) throw invalid("passkey", PASSKEY_REFUSED);
    await record(ctx, verifiedAt, verified, "passkey", PASSKEY_REFUSED);
    return;
  }
  if (proof.code === undefined) {
    await confirmPassword(ctx, proof.currentPassword ?? "");
    await ctx.db.update(sessions).set({ verifiedAt }).where(eq(sessions.id, sessionId));
    return;
  }
  await record(ctx, verifiedAt, await verifyCode(ctx, ctx.viewer.id, proof.code), "code", WRONG_CODE);
}

/** Stores the time of a proof that works once. @throws AppError `invalid` when it was used meanwhile */
async function record(
  { db, viewer: { sessionId } }: MemberCtx,
  verifiedAt: string,
  { isUnused, spend }: VerifiedCode,
  field: string,
  message: string,
): Promise<void> {
  const [confirmed = []] = await batchRows(db, [
    sql`UPDATE sessions SET verified_at = ${verifiedAt} WHERE id = ${sessionId} AND ${isUnused} RETURNING id`,
    ...spend(sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${sessionId} AND verified_at = ${verifiedAt})`),
  ]);
  if (confirmed.length === 0) throw invalid(field, message);
}
