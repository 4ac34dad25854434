import { sql } from "drizzle-orm";
import type { Assertion } from "~/contract/passkeys";
import { verifyAssertion } from "~/platform/webauthn";
import type { Ctx } from "../context";
import { type AccountRow, accountColumns } from "./open-session";
import { checkChallenge, relyingPartyOf } from "./passkey-challenge";
import type { VerifiedCode } from "./second-factor";

/** A passkey that has signed a challenge of ours, and its member. */
export interface VerifiedPasskey extends VerifiedCode {
  account: AccountRow;
}

interface KeyRow extends AccountRow {
  publicKey: string;
  counter: number;
}

/**
 * Checks the signature of a passkey.
 * @param holder of the challenge
 * @returns null when passkey or challenge are unknown or expired, the challenge another holder's, the signature wrong
 */
export async function verifyPasskey(
  ctx: Ctx,
  passkey: Assertion,
  holder: string,
): Promise<VerifiedPasskey | null> {
  const challenge = checkChallenge(ctx, passkey, holder);
  if (!challenge) return null;
  const row = await ctx.db.get<KeyRow | undefined>(sql`
    SELECT ${accountColumns}, k.public_key AS publicKey, k.counter AS counter
    FROM passkeys k JOIN users u ON u.id = k.user_id WHERE k.id = ${passkey.id}`);
  if (!row) return null;
  const { publicKey, counter, ...account } = row;
  const { userHandle } = passkey.response;
  if (userHandle !== undefined && userHandle !== userHandleOf(account.id)) return null;
  const newCounter = verifyAssertion(passkey, relyingPartyOf(ctx), { publicKey, counter });
  if (newCounter === null) return null;
  return {
    account,
    // Another request may have removed the passkey, or used a copy of it, meanwhile.
    isUnused: sql`${challenge.isUnused}
      AND EXISTS (SELECT 1 FROM passkeys WHERE id = ${passkey.id} AND counter = ${counter})`,
    spend: (isDone) => [
      sql`UPDATE passkeys SET counter = ${newCounter}, last_used_at = ${ctx.now().toISOString()}
        WHERE id = ${passkey.id} AND ${isDone}`,
      ...challenge.spend(isDone),
    ],
  };
}

/** Returns the bytes by which authenticators know a member, in base64url. */
export const userHandleOf = (memberId: string) => Buffer.from(memberId).toString("base64url");
