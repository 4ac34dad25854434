/** The name of the sign-up for the check that a person sends it. */
export const SIGN_UP_ACTION = "sign-up";

/** The kinds of blocks of sign-ups (docs/moderation.md#blocks-of-sign-ups). `deleted`: a deleted account's address. */
export const signUpBlockKinds = ["email", "domain", "network", "deleted"] as const;
export type SignUpBlockKind = (typeof signUpBlockKinds)[number];

/**
 * Returns an email address without the tag behind a plus sign: most providers deliver mail for all tags to one mailbox.
 * @param email in lower case
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, at).split("+")[0]}${email.slice(at)}`;
}

/** Returns the domain of an email address and all above it: "eu.mail.example", "mail.example", "example". */
export function domainsOf(email: string): string[] {
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}
