import { randomInt } from "node:crypto";
import type { SQL } from "drizzle-orm";
import { EMAIL_CODE_DIGITS } from "~/contract/account-limits";
import type { Ctx } from "../context";
import { confirmationLetter } from "../mail/account-letters";
import { hasRoomFor, sendMail } from "../mail/send-mail";
import { newToken, tokenId } from "./session-token";

/** A mail that confirms an email address, and the values of its row in `email_changes`. */
export interface EmailMail {
  /** The hash of the link's token. */
  id: string;
  /** The keyed hash of the code. */
  code: string;
  /** The condition that the limits of mails have room for it. */
  hasRoom: SQL;
  deliver: (reason: Parameters<typeof confirmationLetter>[1]["reason"]) => Promise<void>;
}

/**
 * Returns a mail with a new link and a new code. It names nobody: the address may belong to somebody else.
 * @param email in lower case
 */
export function newEmailMail(ctx: Ctx, userId: string, email: string): EmailMail {
  const { urlOf } = ctx;
  const token = newToken();
  const code = String(randomInt(10 ** EMAIL_CODE_DIGITS)).padStart(EMAIL_CODE_DIGITS, "0");
  const url = urlOf(`/confirm-email?token=${token}`);
  const mailing = { kind: "confirmation", to: email, memberId: userId } as const;
  const forgotUrl = urlOf("/forgot-password");
  return {
    id: tokenId(token),
    code: codeHash(ctx, userId, code),
    hasRoom: hasRoomFor(ctx, mailing),
    deliver: (reason) =>
      sendMail(ctx, mailing, (i18n) => confirmationLetter(i18n, { code, url, reason, forgotUrl })),
  };
}

/** Returns the stored form of a member's code. */
export function codeHash({ fingerprint }: Pick<Ctx, "fingerprint">, userId: string, code: string): string {
  return fingerprint(`email code ${userId} ${code}`);
}
