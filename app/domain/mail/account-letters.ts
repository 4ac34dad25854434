import { ALERT_LINK_DAYS, EMAIL_LINK_HOURS, EMAIL_UNDO_DAYS } from "~/contract/limits";
import type { Letter } from "~/platform/mail";
import { letter, type Part } from "./letter";

/** The mails about an account. They are sent whatever its settings are, and nobody can unsubscribe from them. */

const aboutAccount: Part[] = [
  {
    text: "This mail is about your Afterglow account and its security. It is sent whatever your settings are.",
  },
];

/** For mails to an address that may belong to somebody else: they name nobody. */
const toAddress: Part[] = [{ text: "Afterglow sends this mail when somebody enters this e-mail address." }];

interface Confirmation {
  code: string;
  url: string;
  /** Whether the address replaces another one. */
  isNew: boolean;
}

/** Returns the mail that confirms an e-mail address. */
export function confirmationLetter({ code, url, isNew }: Confirmation): Letter {
  const intro = isNew
    ? "You requested to log in to Afterglow with this e-mail address."
    : "Please confirm that this is your e-mail address.";
  return letter({
    subject: isNew ? "Confirm your new e-mail address" : "Confirm your e-mail address",
    parts: [
      { code, before: `${intro} Your code is`, after: "Enter it in your settings, or open this link:" },
      { link: url, label: "Confirm email" },
      { text: `Both work once and expire after ${EMAIL_LINK_HOURS} hours.` },
      {
        text: isNew
          ? "If you did not request it, you can ignore this mail. Nothing has changed."
          : "If you have no account at Afterglow, you can ignore this mail.",
      },
    ],
    footer: toAddress,
  });
}

/** Returns the mail with a link that sets a new password. */
export function resetLetter(url: string): Letter {
  return letter({
    subject: "Set a new password",
    parts: [
      {
        text: "You requested a new password for your Afterglow account. This link works once and expires after an hour:",
      },
      { link: url, label: "Set a new password" },
      { text: "If you did not request it, you can ignore this mail. Your password has not changed." },
    ],
    footer: aboutAccount,
  });
}

/** The event of a security alert: the mail's subject, and a sentence that says what happened. */
export interface AlertEvent {
  subject: string;
  text: string;
}

/** Returns a security alert. @param url a link that secures the account */
export function alertLetter(fullName: string, { subject, text }: AlertEvent, url: string): Letter {
  return letter({
    subject,
    parts: [
      { text: `Hello ${fullName},` },
      { text: `${text} If this was you, you can ignore this mail.` },
      {
        text: `If this was not you, secure your account with this link. It works for ${ALERT_LINK_DAYS} days, logs everybody out and lets you set a new password:`,
      },
      { link: url, label: "Secure my account" },
    ],
    footer: aboutAccount,
  });
}

/** Returns the mail to a former e-mail address. @param url a link that undoes the change */
export function emailChangedLetter(fullName: string, url: string): Letter {
  return letter({
    subject: "Your e-mail address was changed",
    parts: [
      { text: `Hello ${fullName},` },
      {
        text: `You now log in to Afterglow with another e-mail address. If you did not make this change, undo it with this link. It works for ${EMAIL_UNDO_DAYS} days, logs everybody out and lets you set a new password:`,
      },
      { link: url, label: "Undo the change" },
    ],
    footer: aboutAccount,
  });
}

/** Returns the mail to an e-mail address whose change was undone. */
export function emailRestoredLetter(fullName: string): Letter {
  return letter({
    subject: "Your e-mail address was changed back",
    parts: [
      { text: `Hello ${fullName},` },
      {
        text: "The change of your e-mail address at Afterglow was undone with the link that we sent to the former one. You can no longer log in with this address.",
      },
    ],
    footer: aboutAccount,
  });
}

/** Returns the mail about a decision of moderators. @param appeal where the member can appeal, if they can */
export function decisionLetter(text: string, appeal: string | null): Letter {
  return letter({
    subject: "A decision about your Afterglow account",
    parts: [
      { text },
      ...(appeal === null
        ? []
        : [{ text: "You can appeal once, to another moderator:" }, { link: appeal, label: "Appeal" }]),
    ],
    footer: aboutAccount,
  });
}
