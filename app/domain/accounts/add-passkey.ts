import { sql } from "drizzle-orm";
import { PASSKEYS_MAX } from "~/contract/account-limits";
import { invalid } from "~/contract/errors";
import type { PasskeyInput, PasskeyView } from "~/contract/passkeys";
import { PASSKEY_REFUSED } from "~/contract/texts";
import { batchRows } from "~/db/batch";
import { verifyAttestation } from "~/platform/webauthn";
import type { MemberCtx } from "../context";
import { checkChallenge, holderOf, relyingPartyOf } from "./passkey-challenge";
import { securityAlert } from "./security-alert";
import { requireStepUp } from "./step-up";

/**
 * Stores a passkey of the viewer that a browser made for a request of `startPasskey` in this session. Check and writes
 * are one transaction: a request makes one passkey. The member gets a mail.
 * @throws AppError `invalid` at the field `passkey` when it is not valid, the request unknown, used or expired, or the
 *   viewer has ten passkeys; `step_up`
 */
export async function addPasskey(ctx: MemberCtx, { name, passkey }: PasskeyInput): Promise<PasskeyView> {
  await requireStepUp(ctx);
  const { id } = ctx.viewer;
  const challenge = checkChallenge(ctx, passkey, holderOf(ctx, null));
  const key = verifyAttestation(passkey, relyingPartyOf(ctx));
  if (!challenge || !key) throw invalid("passkey", PASSKEY_REFUSED);
  const isValid = sql`${challenge.isUnused} AND NOT EXISTS (SELECT 1 FROM passkeys WHERE id = ${key.id})
    AND (SELECT count(*) FROM passkeys WHERE user_id = ${id}) < ${PASSKEYS_MAX}`;
  const alert = securityAlert(ctx, id, isValid);
  // Not before the time of the alert, whose link removes what was added since.
  const createdAt = ctx.now().toISOString();
  const isAdded = sql`EXISTS (SELECT 1 FROM passkeys WHERE id = ${key.id} AND user_id = ${id} AND created_at = ${createdAt})`;
  const [alerts = []] = await batchRows(ctx.db, [
    alert.insert.getSQL(),
    sql`INSERT INTO passkeys (id, user_id, name, public_key, counter, created_at)
      SELECT ${key.id}, ${id}, ${name}, ${key.publicKey}, ${key.counter}, ${createdAt} WHERE ${isValid}`,
    ...challenge.spend(sql`${challenge.isUnused} AND ${isAdded}`),
  ]);
  if (alerts.length === 0) throw invalid("passkey", PASSKEY_REFUSED);
  alert.mail(ctx.viewer, { name: "passkeyAdded" });
  return { id: key.id, name, createdAt, lastUsedAt: null };
}
