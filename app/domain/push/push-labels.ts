import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import type { ReplyLabels, RequestLabels } from "~/contract/push-message";

/** Returns the texts of the reply in the notification of a message. */
export const replyLabels = (i18n: I18n): ReplyLabels => ({
  reply: i18n._(
    msg({
      message: "Reply",
      context: "verb",
      comment: "The button of a notification that answers a message.",
    }),
  ),
  placeholder: i18n._(msg`Message...`),
  // public/sw.js puts the text in.
  notSent: i18n._(msg`Not sent: ${{ text: "{text}" }}`),
  sendAgain: i18n._(msg`Press to send again`),
});

/** Returns the texts of the actions in the notification of a connection request. */
export const requestLabels = (i18n: I18n): RequestLabels => ({
  accept: i18n._(msg({ message: "Accept", comment: "The button that accepts a connection request." })),
  reject: i18n._(msg({ message: "Reject", comment: "The button that rejects a connection request." })),
});
