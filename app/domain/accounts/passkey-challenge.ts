import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { PASSKEY_MINUTES } from "~/contract/account-limits";
import type { Assertion, Attestation } from "~/contract/passkeys";
import { MINUTE_MS } from "~/contract/time";
import { challengeOf, type RelyingParty, relyingParty } from "~/platform/webauthn";
import type { Ctx } from "../context";
import type { VerifiedCode } from "./second-factor";
import { newToken, tokenId } from "./session-token";

export const CHALLENGE_MS = PASSKEY_MINUTES * MINUTE_MS;

/** Returns the relying party of this site. */
export const relyingPartyOf = ({ urlOf }: Pick<Ctx, "urlOf">): RelyingParty => relyingParty(urlOf("/"));

/**
 * Returns the holder of a challenge: the session, or the browser that has none.
 * @param browser the token in the browser's cookie; null without one
 */
export const holderOf = ({ viewer }: Pick<Ctx, "viewer">, browser: string | null): string =>
  viewer?.sessionId ?? `browser ${tokenId(browser ?? "")}`;

/** Returns the holder of a challenge for a future account's first passkey. @param browser as in `holderOf` */
export const signUpHolder = (memberId: string, browser: string | null): string =>
  `sign-up ${memberId} ${tokenId(browser ?? "")}`;

/** Returns a challenge in base64url. It carries its end and a keyed hash, so nothing is stored until its use. */
export function newChallenge(ctx: Pick<Ctx, "now" | "fingerprint">, holder: string): string {
  const claim = `${ctx.now().getTime() + CHALLENGE_MS}.${newToken()}`;
  return Buffer.from(`${claim}.${seal(ctx, claim, holder)}`).toString("base64url");
}

/**
 * Checks the challenge that a browser answered.
 * @returns the condition that it is unused and the statement that uses it up; null for a challenge that is not ours,
 *   not this holder's, or expired
 */
export function checkChallenge(
  ctx: Pick<Ctx, "now" | "fingerprint">,
  response: Assertion | Attestation,
  holder: string,
): VerifiedCode | null {
  const challenge = challengeOf(response) ?? "";
  const [until = "", nonce = "", hash = ""] = Buffer.from(challenge, "base64url").toString().split(".");
  const expected = Buffer.from(seal(ctx, `${until}.${nonce}`, holder));
  const given = Buffer.from(hash);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  if (Number(until) <= ctx.now().getTime()) return null;
  const id = tokenId(nonce);
  const expiresAt = new Date(Number(until)).toISOString();
  return {
    isUnused: sql`NOT EXISTS (SELECT 1 FROM used_challenges WHERE id = ${id})`,
    spend: (isDone) => [
      sql`INSERT INTO used_challenges (id, expires_at) SELECT ${id}, ${expiresAt} WHERE ${isDone}`,
    ],
  };
}

const seal = ({ fingerprint }: Pick<Ctx, "fingerprint">, claim: string, holder: string) =>
  fingerprint(`passkey challenge ${claim} ${holder}`);
