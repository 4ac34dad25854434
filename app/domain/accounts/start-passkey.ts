import { msg } from "@lingui/core/runtime-macro";
import { PASSKEYS_MAX } from "~/contract/account-limits";
import { AppError } from "~/contract/errors";
import { newId } from "~/contract/ids";
import type { NewPasskeyOptions } from "~/contract/passkeys";
import { nameOfSite } from "~/contract/site";
import { readRows } from "~/db/viewer-query";
import { ALGORITHMS } from "~/platform/webauthn";
import type { Ctx, MemberCtx } from "../context";
import { CHALLENGE_MS, holderOf, newChallenge, relyingPartyOf, signUpHolder } from "./passkey-challenge";
import { passkeyRows } from "./read-security";
import { checkStepUp, proofRow } from "./step-up";
import { userHandleOf } from "./verify-passkey";

/**
 * Returns the request for a new passkey of the viewer, for the browser. Authenticators that have one offer no other.
 * @throws AppError `conflict` when the viewer has ten; `step_up`
 */
export async function startPasskey(ctx: MemberCtx): Promise<NewPasskeyOptions> {
  const { id, email, fullName, sessionId } = ctx.viewer;
  const [[proof], keys] = await readRows(ctx, proofRow(sessionId), passkeyRows());
  checkStepUp(ctx, proof?.verifiedAt ?? null);
  if (keys.length >= PASSKEYS_MAX) throw tooMany();
  const excluded = keys.map((key) => key.id);
  return optionsFor(ctx, holderOf(ctx, null), { id, name: email, displayName: fullName }, excluded);
}

/**
 * Returns the request for the first passkey of an account that is to be. The browser adds the names, not yet sent.
 * @param browser the token in the browser's cookie
 */
export function startPasskeySignUp(ctx: Ctx, browser: string): NewPasskeyOptions {
  const id = newId(ctx.now().getTime());
  return optionsFor(ctx, signUpHolder(id, browser), { id, name: "", displayName: "" }, []);
}

function optionsFor(
  ctx: Ctx,
  holder: string,
  { id, ...names }: NewPasskeyOptions["user"],
  excluded: string[],
): NewPasskeyOptions {
  return {
    rp: { id: relyingPartyOf(ctx).id, name: nameOfSite(ctx.site) },
    user: { id: userHandleOf(id), ...names },
    challenge: newChallenge(ctx, holder),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: excluded.map((key) => ({ type: "public-key", id: key })),
    // Discoverable, so that a log-in needs no email; verified, so that it needs no second factor.
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    // The site does not need to know the product that holds a passkey.
    attestation: "none",
  };
}

const tooMany = () =>
  new AppError("conflict", msg`You can have ${{ max: PASSKEYS_MAX }} passkeys. Please remove one first.`);
