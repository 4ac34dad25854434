import { timingSafeEqual } from "node:crypto";
import { msg } from "@lingui/core/runtime-macro";
import { sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { IDEMPOTENT } from "~/db/repeatable";
import type { Ctx } from "../context";
import { takeFromLimits } from "../rate-limit";

/** The length of a keyed hash in hex. */
const HASH_LENGTH = 64;

type Signer = Pick<Ctx, "fingerprint">;

/** Returns the token of links that end a member's digests: a signature without a row, the same for all digests. */
export function unsubscribeToken(signer: Signer, memberId: string): string {
  return `${memberId}-${signatureOf(signer, memberId)}`;
}

const signatureOf = ({ fingerprint }: Signer, memberId: string): string =>
  fingerprint(`unsubscribe ${memberId}`);

/** Returns the member of a token; null for a token that this site has not made. */
export function unsubscribingMember(signer: Signer, token: string): string | null {
  const memberId = token.slice(0, -HASH_LENGTH - 1);
  const given = Buffer.from(token);
  const expected = Buffer.from(unsubscribeToken(signer, memberId));
  return given.length === expected.length && timingSafeEqual(given, expected) ? memberId : null;
}

/**
 * Ends the digests of the member of a token, until they choose them again. Needs no session: mail programs do it for a
 * member (RFC 8058). Idempotent. A mail service sends the requests of many members from one network, so only wrong
 * tokens count for the network.
 * @throws AppError `not_found` for a wrong token; `rate_limited`
 */
export async function unsubscribe(ctx: Ctx, token: string): Promise<void> {
  const memberId = unsubscribingMember(ctx, token);
  if (memberId === null) {
    await takeFromLimits(ctx, { loginAddress: [ctx.address] });
    throw new AppError("not_found", msg`This link is not valid.`);
  }
  await takeFromLimits(ctx, { reset: [`unsubscribe ${memberId}`] });
  await ctx.db.run(sql`${sql.raw(IDEMPOTENT)}
    UPDATE digests SET frequency = 'never', due_at = NULL WHERE user_id = ${memberId} AND frequency <> 'never'`);
}
