import type { PasskeyOptions } from "~/contract/passkeys";
import type { Ctx } from "../context";
import { CHALLENGE_MS, holderOf, newChallenge, relyingPartyOf } from "./passkey-challenge";

/**
 * Returns a challenge for a passkey, to log in or to prove the identity. It names no passkeys, so it does not reveal
 * who has one: the browser offers those that it knows for this site. It needs no query.
 * @param browser the token in the browser's cookie; a signed-in member's challenge belongs to the session
 */
export async function startPasskeyLogin(ctx: Ctx, browser: string): Promise<PasskeyOptions> {
  return {
    challenge: newChallenge(ctx, holderOf(ctx, browser)),
    timeout: CHALLENGE_MS,
    rpId: relyingPartyOf(ctx).id,
    userVerification: "required",
  };
}
