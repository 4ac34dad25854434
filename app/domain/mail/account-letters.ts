import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import { ALERT_LINK_DAYS, EMAIL_LINK_HOURS, EMAIL_UNDO_DAYS } from "~/contract/account-limits";
import { HELD_MAILS_MAX } from "~/contract/mail-limits";
import { site } from "~/contract/site-name";
import type { Letter } from "~/platform/mail";
import { type AlertEvent, alertTexts, timeText } from "./alert-events";
import { joined } from "./joined-sentences";
import { letter, type Part } from "./letter";
import { quotedName } from "./quoted-name";

/** The mails about an account. They are sent whatever its settings are, and nobody can unsubscribe from them. */

/** The footer of mails about an account. */
export const aboutAccount = (i18n: I18n): Part[] => [
  {
    text: i18n._(
      msg`This email is about your ${{ site }} account and its security. You can't turn these off.`,
    ),
  },
];

/** For mails to an address that may belong to somebody else: they name nobody. */
export const toAddress = (i18n: I18n): Part[] => [
  { text: i18n._(msg`${{ site }} sends this email when somebody enters this address.`) },
];

interface Confirmation {
  code: string;
  url: string;
  /** The event that asks for it: a sign-up, a later request for another mail, or a change to a new address. */
  reason: "sign-up" | "again" | "new address";
  /** The page that sends a link to set a password. */
  forgotUrl: string;
}

const intros: Record<Confirmation["reason"], (code: string) => MessageDescriptor> = {
  "sign-up": (code) =>
    msg`Somebody has signed up for ${{ site }} with this email address. If it was you, please confirm it. Your code is ${{ code }}. Enter it in your settings, or open this link in the browser in which you are logged in:`,
  again: (code) =>
    msg`Please confirm that this is your email address. Your code is ${{ code }}. Enter it in your settings, or open this link in the browser in which you are logged in:`,
  "new address": (code) =>
    msg`You requested to log in to ${{ site }} with this email address. Your code is ${{ code }}. Enter it in your settings, or open this link in the browser in which you are logged in:`,
};

const endings: Record<Confirmation["reason"], MessageDescriptor> = {
  "sign-up": msg`If it was not you, you can ignore this email. Or take the account: a new password locks everybody else out of it.`,
  again: msg`If you have no account at ${{ site }}, you can ignore this email.`,
  "new address": msg`If you did not request it, you can ignore this email. Nothing has changed.`,
};

const validity = msg({
  message: plural(
    { hours: EMAIL_LINK_HOURS },
    {
      one: "Both work once and expire after # hour.",
      other: "Both work once and expire after # hours.",
    },
  ),
  comment: "Both: a code and a link.",
});

const validityAndEffect = msg({
  message: plural(
    { hours: EMAIL_LINK_HOURS },
    {
      one: "Both work once and expire after # hour. In another browser the link logs everybody out, and you set a new password.",
      other:
        "Both work once and expire after # hours. In another browser the link logs everybody out, and you set a new password.",
    },
  ),
  comment: "Both: a code and a link.",
});

/** Returns the mail that confirms an address; of a sign-up, with the way to take an account that another has made. */
export function confirmationLetter(i18n: I18n, { code, url, reason, forgotUrl }: Confirmation): Letter {
  const isNew = reason === "new address";
  return letter(i18n, {
    subject: i18n._(isNew ? msg`Confirm your new email address` : msg`Confirm your email address`),
    parts: [
      { code, text: i18n._(intros[reason](code)) },
      { link: url, label: i18n._(msg`Confirm email`) },
      { text: i18n._(isNew ? validity : validityAndEffect) },
      { text: i18n._(endings[reason]) },
      ...(reason === "sign-up" ? [{ link: forgotUrl, label: i18n._(msg`Set a new password`) }] : []),
    ],
    footer: toAddress(i18n),
  });
}

/** Returns the mail with a link that sets a new password. */
export function resetLetter(i18n: I18n, url: string): Letter {
  return letter(i18n, {
    subject: i18n._(msg`Set a new password`),
    parts: [
      {
        text: i18n._(
          msg`You requested a new password for your ${{ site }} account. This link works once and expires after an hour:`,
        ),
      },
      { link: url, label: i18n._(msg`Set a new password`) },
      {
        text: i18n._(
          msg`If you did not request it, you can ignore this email. Your password has not changed.`,
        ),
      },
    ],
    footer: aboutAccount(i18n),
  });
}

/** Returns the first line of a mail. @param fullName null for an address that was never confirmed */
export function greeting(i18n: I18n, fullName: string | null): Part {
  const name = fullName === null ? null : quotedName(fullName);
  return { text: i18n._(name === null ? msg`Hello,` : msg`Hello ${{ name }},`) };
}

const secureParts = (i18n: I18n, url: string): Part[] => [
  {
    text: i18n._(
      msg({
        message: plural(
          { days: ALERT_LINK_DAYS },
          {
            one: "If this was not you, secure your account with this link. It works for # day, logs everybody out and lets you set a new password:",
            other:
              "If this was not you, secure your account with this link. It works for # days, logs everybody out and lets you set a new password:",
          },
        ),
      }),
    ),
  },
  { link: url, label: i18n._(msg`Secure my account`) },
];

/** Returns a security alert. @param fullName as in `greeting` @param url a link that secures the account */
export function alertLetter(i18n: I18n, fullName: string | null, event: AlertEvent, url: string): Letter {
  const { subject, text } = alertTexts(i18n, event);
  return letter(i18n, {
    subject,
    parts: [
      greeting(i18n, fullName),
      { text: joined(i18n, [text, i18n._(msg`If this was you, you can ignore this email.`)]) },
      ...secureParts(i18n, url),
    ],
    footer: aboutAccount(i18n),
  });
}

/** An event in a mail with several. */
export interface ListedEvent {
  at: Date;
  text: string;
}

export const listParts = (i18n: I18n, events: ListedEvent[]): Part[] =>
  events.map(({ at, text }) => ({ text: `- ${timeText(i18n, at)}: ${text}` }));

/** Returns a mail with held alerts. @param fullName as in `greeting` @param url as in `alertLetter` */
export function alertListLetter(
  i18n: I18n,
  fullName: string | null,
  events: ListedEvent[],
  url: string,
): Letter {
  const count = i18n.number(events.length);
  const areAll = events.length < HELD_MAILS_MAX;
  return letter(i18n, {
    subject: i18n._(
      areAll
        ? msg`Log-ins and changes of your account: ${{ count }}`
        : msg`Log-ins and changes of your account: ${{ count }} or more`,
    ),
    parts: [
      greeting(i18n, fullName),
      { text: i18n._(msg`This has happened in your ${{ site }} account:`) },
      ...listParts(i18n, events),
      { text: i18n._(msg`If all of this was you, you can ignore this email.`) },
      ...secureParts(i18n, url),
    ],
    footer: aboutAccount(i18n),
  });
}

/** Returns the mail to a former email address. @param url a link that undoes the change */
export function emailChangedLetter(i18n: I18n, url: string): Letter {
  const { subject } = alertTexts(i18n, { name: "emailChanged" });
  const text = msg({
    message: plural(
      { days: EMAIL_UNDO_DAYS },
      {
        one: msg`You now log in to ${{ site }} with another email address. If you did not make this change, undo it with this link. It works for # day, logs everybody out and lets you set a new password:`,
        other: msg`You now log in to ${{ site }} with another email address. If you did not make this change, undo it with this link. It works for # days, logs everybody out and lets you set a new password:`,
      },
    ),
  });
  return letter(i18n, {
    subject,
    parts: [greeting(i18n, null), { text: i18n._(text) }, { link: url, label: i18n._(msg`Undo the change`) }],
    footer: aboutAccount(i18n),
  });
}

/** Returns the mail to an email address whose change was undone. */
export function emailRestoredLetter(i18n: I18n): Letter {
  return letter(i18n, {
    subject: i18n._(msg`Your email address was changed back`),
    parts: [
      greeting(i18n, null),
      {
        text: i18n._(
          msg`The change of your email address at ${{ site }} was undone with the link that we sent to the former one. You can no longer log in with this address.`,
        ),
      },
    ],
    footer: aboutAccount(i18n),
  });
}
