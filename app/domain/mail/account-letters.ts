import { ALERT_LINK_DAYS, EMAIL_LINK_HOURS, EMAIL_UNDO_DAYS } from "~/contract/account-limits";
import { HELD_MAILS_MAX } from "~/contract/mail-limits";
import type { Letter } from "~/platform/mail";
import { letter, type Part } from "./letter";
import { quotedName } from "./quoted-name";

/** The mails about an account. They are sent whatever its settings are, and nobody can unsubscribe from them. */

const aboutAccount: Part[] = [
  {
    text: "This email is about your Afterglow account and its security. You can't turn these off.",
  },
];

/** For mails to an address that may belong to somebody else: they name nobody. */
const toAddress: Part[] = [{ text: "Afterglow sends this email when somebody enters this address." }];

interface Confirmation {
  code: string;
  url: string;
  /** The event that asks for it: a sign-up, a later request for another mail, or a change to a new address. */
  reason: "sign-up" | "again" | "new address";
  /** The page that sends a link to set a password. */
  forgotUrl: string;
}

const intros: Record<Confirmation["reason"], string> = {
  "sign-up":
    "Somebody has signed up for Afterglow with this email address. If it was you, please confirm it.",
  again: "Please confirm that this is your email address.",
  "new address": "You requested to log in to Afterglow with this email address.",
};

/** Returns the mail that confirms an address; of a sign-up, with the way to take an account that another has made. */
export function confirmationLetter({ code, url, reason, forgotUrl }: Confirmation): Letter {
  const isNew = reason === "new address";
  const ending: Record<Confirmation["reason"], Part[]> = {
    "sign-up": [
      {
        text: "If it was not you, you can ignore this email. Or take the account: a new password locks everybody else out of it.",
      },
      { link: forgotUrl, label: "Set a new password" },
    ],
    again: [{ text: "If you have no account at Afterglow, you can ignore this email." }],
    "new address": [{ text: "If you did not request it, you can ignore this email. Nothing has changed." }],
  };
  return letter({
    subject: isNew ? "Confirm your new email address" : "Confirm your email address",
    parts: [
      {
        code,
        before: `${intros[reason]} Your code is`,
        after: "Enter it in your settings, or open this link in the browser in which you are logged in:",
      },
      { link: url, label: "Confirm email" },
      {
        text: `Both work once and expire after ${EMAIL_LINK_HOURS} hours.${isNew ? "" : " In another browser the link logs everybody out, and you set a new password."}`,
      },
      ...ending[reason],
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
      { text: "If you did not request it, you can ignore this email. Your password has not changed." },
    ],
    footer: aboutAccount,
  });
}

/** The event of a security alert: the mail's subject, and a sentence that says what happened. */
export interface AlertEvent {
  subject: string;
  text: string;
}

/** Returns the first line of a mail. @param fullName null for an address that was never confirmed */
export function greeting(fullName: string | null): Part {
  const name = fullName === null ? null : quotedName(fullName);
  return { text: name === null ? "Hello," : `Hello ${name},` };
}

const secureParts = (url: string): Part[] => [
  {
    text: `If this was not you, secure your account with this link. It works for ${ALERT_LINK_DAYS} days, logs everybody out and lets you set a new password:`,
  },
  { link: url, label: "Secure my account" },
];

/** Returns a security alert. @param fullName as in `greeting` @param url a link that secures the account */
export function alertLetter(fullName: string | null, { subject, text }: AlertEvent, url: string): Letter {
  return letter({
    subject,
    parts: [
      greeting(fullName),
      { text: `${text} If this was you, you can ignore this email.` },
      ...secureParts(url),
    ],
    footer: aboutAccount,
  });
}

/** An event in a mail with several. */
export interface ListedEvent {
  at: Date;
  text: string;
}

/** Returns a time in the form "2026-11-25 at 21:30 UTC". */
export const timeText = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " at ")} UTC`;

const listParts = (events: ListedEvent[]): Part[] =>
  events.map(({ at, text }) => ({ text: `- ${timeText(at)}: ${text}` }));

const manyOf = (events: ListedEvent[]) =>
  `${events.length}${events.length >= HELD_MAILS_MAX ? " or more" : ""}`;

/** Returns a mail with held alerts. @param fullName as in `greeting` @param url as in `alertLetter` */
export function alertListLetter(fullName: string | null, events: ListedEvent[], url: string): Letter {
  return letter({
    subject: `Log-ins and changes of your account: ${manyOf(events)}`,
    parts: [
      greeting(fullName),
      { text: "This has happened in your Afterglow account:" },
      ...listParts(events),
      { text: "If all of this was you, you can ignore this email." },
      ...secureParts(url),
    ],
    footer: aboutAccount,
  });
}

/** The text of a change of the address, for its former one. */
export const EMAIL_CHANGED = "You now log in to Afterglow with another email address.";

/** Returns the mail to a former email address. @param url a link that undoes the change */
export function emailChangedLetter(url: string): Letter {
  return letter({
    subject: "Your email address was changed",
    parts: [
      greeting(null),
      {
        text: `${EMAIL_CHANGED} If you did not make this change, undo it with this link. It works for ${EMAIL_UNDO_DAYS} days, logs everybody out and lets you set a new password:`,
      },
      { link: url, label: "Undo the change" },
    ],
    footer: aboutAccount,
  });
}

/** Returns the mail to an email address whose change was undone. */
export function emailRestoredLetter(): Letter {
  return letter({
    subject: "Your email address was changed back",
    parts: [
      greeting(null),
      {
        text: "The change of your email address at Afterglow was undone with the link that we sent to the former one. You can no longer log in with this address.",
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

/** Returns a mail with the decisions that had no mail of their own. */
export function decisionListLetter(events: ListedEvent[], urlOf: (path: string) => string): Letter {
  return letter({
    subject: `Decisions about your Afterglow account: ${manyOf(events)}`,
    parts: [
      ...listParts(events),
      { text: "Your settings have all decisions. There you can appeal once, to another moderator:" },
      { link: urlOf("/settings/reports#decisions"), label: "Decisions" },
      { text: "While your account is suspended, appeal here:" },
      { link: urlOf("/appeal"), label: "Appeal" },
    ],
    footer: aboutAccount,
  });
}
