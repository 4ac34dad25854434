import { randomInt } from "node:crypto";
import { EMAIL_CODE_DIGITS } from "~/contract/limits";
import type { Ctx } from "../context";
import { confirmationLetter } from "../mail/account-letters";
import { newToken, tokenId } from "./session-token";

/** A mail that confirms an e-mail address, and the values of its row in `email_changes`. */
export interface EmailMail {
  /** The hash of the link's token. */
  id: string;
  /** The keyed hash of the code. */
  code: string;
  /** @param isNew whether the address replaces another one */
  send: (isNew: boolean) => Promise<void>;
}

/**
 * Returns a mail with a new link and a new code. It names nobody: the address may belong to somebody else.
 * @param email in lower case
 */
export function newEmailMail({ mail, urlOf, fingerprint }: Ctx, userId: string, email: string): EmailMail {
  const token = newToken();
  const code = String(randomInt(10 ** EMAIL_CODE_DIGITS)).padStart(EMAIL_CODE_DIGITS, "0");
  const url = urlOf(`/confirm-email?token=${token}`);
  return {
    id: tokenId(token),
    code: codeHash({ fingerprint }, userId, code),
    send: (isNew) => mail.send(email, confirmationLetter({ code, url, isNew })),
  };
}

/** Returns the stored form of a member's code. */
export function codeHash({ fingerprint }: Pick<Ctx, "fingerprint">, userId: string, code: string): string {
  return fingerprint(`email code ${userId} ${code}`);
}
