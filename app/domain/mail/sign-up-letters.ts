import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { site } from "~/contract/site-name";
import type { Letter } from "~/platform/mail";
import { toAddress } from "./account-letters";
import { letter } from "./letter";

/** The answers to people who waited for approval. They name nobody: the address may belong to somebody else. */

/** Returns the mail that an account is open. */
export function approvedLetter(i18n: I18n, loginUrl: string): Letter {
  return letter(i18n, {
    subject: i18n._(msg`Your ${{ site }} account is approved`),
    parts: [
      { text: i18n._(msg`Welcome to ${{ site }}. Your account is approved, and you can log in:`) },
      { link: loginUrl, label: i18n._(msg`Log in`) },
    ],
    footer: toAddress(i18n),
  });
}

/** Returns the mail that an account was declined. */
export function declinedLetter(i18n: I18n): Letter {
  return letter(i18n, {
    subject: i18n._(msg`Your request to join ${{ site }}`),
    parts: [
      {
        text: i18n._(
          msg`Thank you for your interest. The moderators have declined your request. Your account and its data are deleted.`,
        ),
      },
    ],
    footer: toAddress(i18n),
  });
}
