import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { deviceOf } from "~/contract/device";
import { site } from "~/contract/site-name";

/** Characters of a `User-Agent` header that are kept. */
const USER_AGENT_MAX = 300;

const changes = {
  passwordChanged: {
    subject: msg`Your password was changed`,
    text: msg`The password of your ${{ site }} account was changed.`,
  },
  passkeyAdded: {
    subject: msg`A passkey was added`,
    text: msg`A passkey was added to your ${{ site }} account.`,
  },
  passkeyRemoved: {
    subject: msg`A passkey was removed`,
    text: msg`A passkey of your ${{ site }} account was removed.`,
  },
  twoFactorOn: {
    subject: msg`Two-factor authentication is on`,
    text: msg`Two-factor authentication of your ${{ site }} account was turned on.`,
  },
  twoFactorOff: {
    subject: msg`Two-factor authentication is off`,
    text: msg`Two-factor authentication of your ${{ site }} account was turned off.`,
  },
  newRecoveryCodes: {
    subject: msg`New recovery codes`,
    text: msg`The recovery codes of your ${{ site }} account were replaced.`,
  },
  emailChanged: {
    subject: msg`Your email address was changed`,
    text: msg`You now log in to ${{ site }} with another email address.`,
  },
};

/** The event of a security alert, in the form in which it is stored while its mail waits. */
export type AlertEvent =
  | { name: keyof typeof changes }
  | {
      name: "newLogIn";
      userAgent: string;
      /** ISO 8601. */
      at: string;
    };

/** Returns the event of a log-in with a new browser. */
export function newLogIn(at: Date, userAgent: string): AlertEvent {
  return { name: "newLogIn", userAgent: userAgent.slice(0, USER_AGENT_MAX), at: at.toISOString() };
}

/** Returns the subject of an event's mail, and a sentence that says what happened. */
export function alertTexts(i18n: I18n, event: AlertEvent): { subject: string; text: string } {
  if (event.name !== "newLogIn") {
    const { subject, text } = changes[event.name];
    return { subject: i18n._(subject), text: i18n._(text) };
  }
  const { name } = deviceOf(event.userAgent);
  const device = typeof name === "string" ? name : i18n._(name);
  const { date, time } = timeParts(new Date(event.at));
  const text = msg`Somebody logged in to your ${{ site }} account with a new browser: ${{ device }}, on ${{ date }} at ${{ time }} UTC.`;
  return { subject: i18n._(msg`New log-in to your account`), text: i18n._(text) };
}

/** Returns the day and the time of an event as ISO 8601 writes them, which is the same in every language. */
function timeParts(at: Date): { date: string; time: string } {
  const [date = "", time = ""] = at.toISOString().slice(0, 16).split("T");
  return { date, time };
}

/** Returns a time in the form "2026-11-25 at 21:30 UTC". */
export function timeText(i18n: I18n, at: Date): string {
  const { date, time } = timeParts(at);
  return i18n._(msg`${{ date }} at ${{ time }} UTC`);
}
