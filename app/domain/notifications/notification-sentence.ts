import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import { GROUP_MEMBERS_SHOWN } from "~/contract/limits";
import type { NotificationType } from "~/contract/notifications";
import { nameList } from "../name-list";

interface Senders {
  /** Their names as text. */
  members: string;
  count: number;
}

const newNotification = ({ members }: Senders) => msg`New notification from ${{ members }}`;

const sentences: Record<NotificationType, (senders: Senders) => MessageDescriptor> = {
  like: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        { one: msg`${{ members }} liked your post`, other: msg`${{ members }} liked your post` },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  comment: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        {
          one: msg`${{ members }} commented on your post`,
          other: msg`${{ members }} commented on your post`,
        },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  follow: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        { one: msg`${{ members }} started following you`, other: msg`${{ members }} started following you` },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  follow_request: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        {
          one: msg`${{ members }} requested to follow you`,
          other: msg`${{ members }} requested to follow you`,
        },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  connection_request: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        {
          one: msg`${{ members }} sent you a connection request`,
          other: msg`${{ members }} sent you a connection request`,
        },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  connection_accepted: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        {
          one: msg`${{ members }} accepted your connection request`,
          other: msg`${{ members }} accepted your connection request`,
        },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  connection_rejected: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        {
          one: msg`${{ members }} rejected your connection request`,
          other: msg`${{ members }} rejected your connection request`,
        },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  save: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        { one: msg`${{ members }} saved your post`, other: msg`${{ members }} saved your post` },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  post_share: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        {
          one: msg`${{ members }} shared a post with you`,
          other: msg`${{ members }} shared a post with you`,
        },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  comment_like: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        { one: msg`${{ members }} liked your comment`, other: msg`${{ members }} liked your comment` },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  comment_reply: ({ members, count }) =>
    msg({
      message: plural(
        { count },
        {
          one: msg`${{ members }} replied to your comment`,
          other: msg`${{ members }} replied to your comment`,
        },
      ),
      comment: "A notification. The members are one name or a list of names.",
    }),
  mention: newNotification,
  new_post: newNotification,
  // These have no other sender, so the name is the member's own.
  moderation: ({ members: username }) => msg`There is a decision about your account, ${{ username }}`,
  report_reviewed: ({ members: username }) => msg`We have reviewed your report, ${{ username }}`,
};

/**
 * Returns the text of one or more notifications, for mails and push messages (docs/product.md#notifications).
 * @param usernames the senders, the last one first
 * @param count the number of all senders
 */
export function notificationSentence(
  i18n: I18n,
  type: NotificationType,
  usernames: readonly string[],
  count = usernames.length,
): string {
  const members = nameList(i18n, usernames.slice(0, GROUP_MEMBERS_SHOWN), count);
  return i18n._(sentences[type]({ members, count }));
}
