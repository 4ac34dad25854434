import { randomInt } from "node:crypto";
import { EMAIL_CODE_DIGITS, EMAIL_LINK_HOURS } from "~/contract/limits";
import type { Ctx } from "../context";
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
  const how = `Your code is ${code}. Enter it in your settings, or open this link:\n\n${urlOf(`/confirm-email?token=${token}`)}\n\nBoth work once and expire after ${EMAIL_LINK_HOURS} hours.`;
  return {
    id: tokenId(token),
    code: codeHash({ fingerprint }, userId, code),
    send: (isNew) =>
      isNew
        ? mail.send(
            email,
            "Confirm your new e-mail address",
            `You requested to log in to Afterglow with this e-mail address. ${how}\n\nIf you did not request it, you can ignore this mail. Nothing has changed.`,
          )
        : mail.send(
            email,
            "Confirm your e-mail address",
            `Welcome to Afterglow! Please confirm that this is your e-mail address. ${how}\n\nIf you did not sign up, you can ignore this mail.`,
          ),
  };
}

/** Returns the stored form of a member's code. */
export function codeHash({ fingerprint }: Pick<Ctx, "fingerprint">, userId: string, code: string): string {
  return fingerprint(`email code ${userId} ${code}`);
}
