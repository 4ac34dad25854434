import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { WRONG_PASSWORDS_PER_DAY } from "~/contract/account-limits";
import { retryText } from "~/contract/quotas";
import { DAY_MS } from "~/contract/time";
import { batchRows } from "~/db/batch";
import { unguarded } from "~/db/client";
import type { Ctx, MemberCtx } from "../context";
import { limited } from "../quota";
import { countAttempt, shortName } from "./attempts";

/** The account of a log-in. */
interface KnownAccount {
  id: string;
  /** Whether it has logged in with this browser. */
  isKnown: boolean;
}

/**
 * Counts an attempt to log in with a password, before verifying it: at most 100 in 24 hours fail in browsers that the
 * account does not know, and as many in those that it knows. So strangers cannot close the latter, nor can a thief
 * of cookies guess on.
 * @param account that has this address; without one the counter is shared with other unknown addresses
 * @returns the function that takes the attempt back, for one with the right password
 * @throws AppError `rate_limited`
 */
export function countLogIn(ctx: Ctx, email: string, account?: KnownAccount): Promise<() => void> {
  // 4096 counters at most, and the replies do not reveal that the account does not exist.
  const owner = account?.id ?? shortName(ctx.fingerprint(`unknown address ${email}`));
  return account?.isKnown
    ? countPassword(ctx, owner, "knownLogIns", texts.known)
    : countPassword(ctx, owner, "logIns", texts.new);
}

/**
 * Counts an attempt with the viewer's password in their session, in the same way. Each session has its own hundred: a
 * stolen one cannot close the others, nor the log-in.
 */
export function countInSession(ctx: MemberCtx): Promise<() => void> {
  const { id, sessionId } = ctx.viewer;
  return countPassword(ctx, id, `session ${shortName(sessionId)} passwords`, texts.session);
}

async function countPassword(
  ctx: Ctx,
  owner: string,
  kind: string,
  text: MessageDescriptor,
): Promise<() => void> {
  if (!ctx.limits.areOn) return () => undefined;
  const limit = { owner, kind, most: WRONG_PASSWORDS_PER_DAY, windowMs: DAY_MS };
  const { rollBack } = await countAttempt(ctx, [limit], (_, waitMs) =>
    limited({ ...text, values: { retry: retryText(waitMs) } }, waitMs),
  );
  return () => ctx.defer(batchRows(unguarded(ctx.db), rollBack()));
}

const texts = {
  new: msg({
    message:
      "Too many wrong passwords for this account. Log in with a passkey or in a browser that you have used before, or set a new password. {retry}",
  }),
  known: msg({
    message:
      "Too many wrong passwords in browsers that you have used before. Log in with a passkey, or set a new password. {retry}",
  }),
  session: msg({ message: "Too many wrong passwords. Please log in again or use a passkey. {retry}" }),
};
