import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { HELD_MAILS_MAX } from "~/contract/mail-limits";
import { site } from "~/contract/site-name";
import type { Letter } from "~/platform/mail";
import { aboutAccount, type ListedEvent, listParts } from "./account-letters";
import { letter } from "./letter";

/** Returns the mail about a decision of moderators. @param appeal where the member can appeal, if they can */
export function decisionLetter(i18n: I18n, text: string, appeal: string | null): Letter {
  return letter(i18n, {
    subject: i18n._(msg`A decision about your ${{ site }} account`),
    parts: [
      { text },
      ...(appeal === null
        ? []
        : [
            { text: i18n._(msg`You can appeal once, to another moderator:`) },
            { link: appeal, label: i18n._(appealLabel) },
          ]),
    ],
    footer: aboutAccount(i18n),
  });
}

const appealLabel = msg({
  message: "Appeal",
  context: "verb",
  comment: "Button that opens the form of an appeal",
});

/** Returns a mail with the decisions that had no mail of their own. */
export function decisionListLetter(
  i18n: I18n,
  events: ListedEvent[],
  urlOf: (path: string) => string,
): Letter {
  const count = i18n.number(events.length);
  return letter(i18n, {
    subject: i18n._(
      events.length < HELD_MAILS_MAX
        ? msg`Decisions about your ${{ site }} account: ${{ count }}`
        : msg`Decisions about your ${{ site }} account: ${{ count }} or more`,
    ),
    parts: [
      ...listParts(i18n, events),
      {
        text: i18n._(msg`Your settings have all decisions. There you can appeal once, to another moderator:`),
      },
      { link: urlOf("/settings/reports#decisions"), label: i18n._(msg`Decisions`) },
      { text: i18n._(msg`While your account is suspended, appeal here:`) },
      { link: urlOf("/appeal"), label: i18n._(appealLabel) },
    ],
    footer: aboutAccount(i18n),
  });
}
