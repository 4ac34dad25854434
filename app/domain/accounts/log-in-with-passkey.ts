import { AppError } from "~/contract/errors";
import type { PasskeyLogin } from "~/contract/passkeys";
import { PASSKEY_REFUSED } from "~/contract/texts";
import type { Browser } from "~/platform/cookies";
import type { Ctx } from "../context";
import { type LoggedIn, openSession } from "./open-session";
import { holderOf } from "./passkey-challenge";
import { verifyPasskey } from "./verify-passkey";

/**
 * Opens a session with a passkey. It asks for no code: a passkey is something that the member has, and its
 * authenticator has verified the member.
 * @param token the token in the browser's cookie, which holds the challenge
 * @throws AppError `unauthenticated`; `forbidden` for a suspended account
 */
export async function logInWithPasskey(
  ctx: Ctx,
  input: PasskeyLogin,
  browser: Browser,
  token: string | null,
): Promise<LoggedIn> {
  const verified = await verifyPasskey(ctx, input.passkey, holderOf(ctx, token));
  const loggedIn =
    verified &&
    (await openSession(ctx, verified.account, {
      remembered: input.rememberMe,
      browser,
      condition: verified.isUnused,
      spend: verified.spend,
    }));
  if (!loggedIn) throw new AppError("unauthenticated", PASSKEY_REFUSED);
  return loggedIn;
}
