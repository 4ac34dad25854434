import { AppError } from "~/contract/errors";
import { PASSKEYS_MAX, PRODUCT_NAME } from "~/contract/limits";
import type { NewPasskeyOptions } from "~/contract/passkeys";
import { readRows } from "~/db/viewer-query";
import { ALGORITHMS } from "~/platform/webauthn";
import type { MemberCtx } from "../context";
import { CHALLENGE_MS, holderOf, newChallenge, siteOf } from "./passkey-challenge";
import { passkeyRows } from "./read-security";
import { checkStepUp, proofRow } from "./step-up";
import { userHandleOf } from "./verify-passkey";

/**
 * Returns the request for a new passkey of the viewer, for the browser. Authenticators that have one already do not offer to make another.
 * @throws AppError `conflict` when the viewer has ten; `step_up`
 */
export async function startPasskey(ctx: MemberCtx): Promise<NewPasskeyOptions> {
  const { id, email, fullName, sessionId } = ctx.viewer;
  const [[proof], keys] = await readRows(ctx, proofRow(sessionId), passkeyRows());
  checkStepUp(ctx, proof?.verifiedAt ?? null);
  if (keys.length >= PASSKEYS_MAX) throw tooMany();
  return {
    rp: { id: siteOf(ctx).id, name: PRODUCT_NAME },
    user: { id: userHandleOf(id), name: email, displayName: fullName },
    challenge: newChallenge(ctx, holderOf(ctx, null)),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_MS,
    excludeCredentials: keys.map((key) => ({ type: "public-key", id: key.id })),
    // Discoverable, so that a log-in needs no e-mail; verified, so that it needs no second factor.
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
  new AppError("conflict", `You can have ${PASSKEYS_MAX} passkeys. Please remove one first.`);
