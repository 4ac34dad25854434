import { eq, sql } from "drizzle-orm";
import { invalid } from "~/contract/errors";
import type { IdentityProof } from "~/contract/security";
import { WRONG_CODE } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import { sessions } from "~/db/schema";
import type { MemberCtx } from "../context";
import { confirmPassword } from "./confirm-password";
import { verifyCode } from "./second-factor";

/**
 * Records that the viewer has proved their identity in this session, with their password or a code (docs/product.md#step-up).
 * @throws AppError `invalid` at the field of a wrong password or code; `rate_limited`
 */
export async function confirmIdentity(ctx: MemberCtx, proof: IdentityProof): Promise<void> {
  const { sessionId } = ctx.viewer;
  const verifiedAt = ctx.now().toISOString();
  if (proof.code === undefined) {
    await confirmPassword(ctx, proof.currentPassword ?? "");
    await ctx.db.update(sessions).set({ verifiedAt }).where(eq(sessions.id, sessionId));
    return;
  }
  const { isUnused, spend } = await verifyCode(ctx, ctx.viewer.id, proof.code);
  const [confirmed = []] = await batchRows(ctx.db, [
    sql`UPDATE sessions SET verified_at = ${verifiedAt} WHERE id = ${sessionId} AND ${isUnused} RETURNING id`,
    ...spend(sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${sessionId} AND verified_at = ${verifiedAt})`),
  ]);
  if (confirmed.length === 0) throw invalid("code", WRONG_CODE);
}
