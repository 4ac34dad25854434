import { timingSafeEqual } from "node:crypto";
import type { Ctx } from "../context";

type Signer = Pick<Ctx, "fingerprint">;

/** Length of the tag in an address: with the name of the mailbox less than the 64 characters that RFC 5321 allows. */
const TAG_LENGTH = 40;

/** Returns the part of a bounce address that only this site can make for a recipient, in hex. */
const tagOf = ({ fingerprint }: Signer, recipient: string): string =>
  fingerprint(`bounce of ${recipient.toLowerCase()}`).slice(0, TAG_LENGTH);

/**
 * Returns the return path of mails to a recipient, `bounces+<tag>@example.com` (VERP). Only the recipient and the mail
 * servers on the way learn the tag, so nobody can make mails to somebody else come back.
 * @param mailbox such as `bounces@example.com`
 */
export function bounceAddress(signer: Signer, mailbox: string, recipient: string): string {
  const at = mailbox.lastIndexOf("@");
  return `${mailbox.slice(0, at)}+${tagOf(signer, recipient)}${mailbox.slice(at)}`;
}

/** Returns the tag of a bounce address, not yet checked; null for another address. */
export function bounceTag(mailbox: string, address: string): string | null {
  const at = mailbox.lastIndexOf("@");
  const [start, end] = [`${mailbox.slice(0, at)}+`.toLowerCase(), mailbox.slice(at).toLowerCase()];
  const given = address.toLowerCase();
  if (!given.startsWith(start) || !given.endsWith(end)) return null;
  const tag = given.slice(start.length, -end.length);
  return tag.length === TAG_LENGTH ? tag : null;
}

/** Returns whether a tag is this site's own for a recipient. */
export function isTagOf(signer: Signer, tag: string, recipient: string): boolean {
  const [given, expected] = [Buffer.from(tag), Buffer.from(tagOf(signer, recipient))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
