import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/runtime-macro";
import { DIGEST_LISTED_MAX, DIGEST_NEWS_MAX } from "~/contract/mail-limits";
import { groupIdOf } from "~/contract/notification-groups";
import type { DigestFrequency } from "~/contract/notification-settings";
import { urlOf as pathOf } from "~/contract/notification-texts";
import type { NotificationType } from "~/contract/notifications";
import { site } from "~/contract/site-name";
import type { Letter } from "~/platform/mail";
import { nameList } from "../name-list";
import { notificationSentence } from "../notifications/notification-sentence";
import { greeting } from "./account-letters";
import { letter, type Part } from "./letter";
import { quotedUsername } from "./quoted-name";

/** A notification in a digest. */
export interface DigestNotification {
  /** The time, in milliseconds since 1970. */
  id: number;
  type: NotificationType;
  postId: string | null;
  commentId: string | null;
  /** The comment that a reply belongs to. */
  parentId: string | null;
  /** The sender. */
  username: string;
}

/** The unread messages of one sender. */
export interface DigestMessages {
  username: string;
  count: number;
}

/** The content of a digest. */
export interface DigestNews {
  /** Newest first, at most `DIGEST_NEWS_MAX`. */
  notifications: DigestNotification[];
  messages: DigestMessages[];
}

interface Reader {
  fullName: string;
  frequency: Exclude<DigestFrequency, "never">;
  /** A link that ends the digests. */
  unsubscribeUrl: string;
  urlOf: (path: string) => string;
}

/** Senders of messages that a digest names. */
const NAMED_MAX = 3;

/** Returns the digest of a member's news, for a confirmed address. Of members' texts it has only names. */
export function digestLetter(
  i18n: I18n,
  { notifications, messages }: DigestNews,
  { fullName, frequency, unsubscribeUrl, urlOf }: Reader,
): Letter {
  const unread = messages.reduce((sum, { count }) => sum + count, 0);
  const listed = groupsOf(notifications).slice(0, DIGEST_LISTED_MAX);
  const more = notifications.length - listed.reduce((sum, { size }) => sum + size, 0);
  const parts: Part[] = [greeting(i18n, fullName)];
  if (listed.length > 0) {
    parts.push({ text: i18n._(msg`This is new at ${{ site }}:`) });
    parts.push({
      items: listed.map((group) => ({
        text: sentenceOf(i18n, group),
        url: urlOf(pathOfNotification(group.newest)),
      })),
    });
  }
  if (more > 0) parts.push({ text: i18n._(moreText(more, notifications.length >= DIGEST_NEWS_MAX)) });
  if (unread > 0) parts.push({ text: unreadText(i18n, messages, unread) });
  const path = unread > 0 && listed.length === 0 ? "/chat" : "/feed";
  parts.push({ link: urlOf(path), label: i18n._(msg`Open ${{ site }}`) });
  return {
    ...letter(i18n, {
      subject: i18n._(subjectOf(i18n, notifications.length, unread)),
      parts,
      footer: [
        { text: i18n._(reasons[frequency]) },
        { link: urlOf("/settings/notifications"), label: i18n._(msg`Notification settings`) },
        { text: i18n._(msg`Or stop these emails:`) },
        {
          link: unsubscribeUrl,
          label: i18n._(msg({ message: "Unsubscribe", comment: "Link that stops emails with news" })),
        },
      ],
    }),
    // RFC 8058: mail programs offer a button that posts to the address.
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const reasons: Record<Reader["frequency"], MessageDescriptor> = {
  daily: msg`You get this email once a day, if there's news. Change how often, and which news, in your settings:`,
  weekly: msg`You get this email once a week, if there's news. Change how often, and which news, in your settings:`,
};

/** Returns the number of notifications that are not listed. @param isCapped whether they were counted up to a limit */
function moreText(count: number, isCapped: boolean): MessageDescriptor {
  if (isCapped)
    return msg({
      message: plural({ count }, { one: "And at least # more.", other: "And at least # more." }),
      comment: "After a list of notifications.",
    });
  return msg({
    message: plural({ count }, { one: "And # more.", other: "And # more." }),
    comment: "After a list of notifications.",
  });
}

function unreadText(i18n: I18n, messages: readonly DigestMessages[], count: number): string {
  const named = messages.slice(0, NAMED_MAX).map(({ username }) => quotedUsername(username));
  const names = nameList(i18n, named, messages.length);
  return i18n._(
    msg({
      message: plural(
        { count },
        {
          one: msg`You have # unread message from ${{ names }}.`,
          other: msg`You have # unread messages from ${{ names }}.`,
        },
      ),
    }),
  );
}

function subjectOf(i18n: I18n, notifications: number, unread: number): MessageDescriptor {
  const isCapped = notifications >= DIGEST_NEWS_MAX;
  const most = i18n.number(notifications);
  if (isCapped && unread > 0)
    return msg`${{ most }}+ new notifications and ${plural({ unread }, { one: "# unread message", other: "# unread messages" })} at ${{ site }}`;
  if (isCapped) return msg`${{ most }}+ new notifications at ${{ site }}`;
  if (notifications > 0 && unread > 0)
    return msg`${plural({ notices: notifications }, { one: "# new notification", other: "# new notifications" })} and ${plural({ unread }, { one: "# unread message", other: "# unread messages" })} at ${{ site }}`;
  if (notifications > 0)
    return msg`${plural({ notices: notifications }, { one: "# new notification", other: "# new notifications" })} at ${{ site }}`;
  return msg`${plural({ unread }, { one: "# unread message", other: "# unread messages" })} at ${{ site }}`;
}

/** The notifications of one row of the list of notifications (docs/product.md#groups-of-notifications). */
interface DigestGroup {
  newest: DigestNotification;
  size: number;
  /** The senders, each once, the last one first. */
  usernames: string[];
}

/** Returns the groups of notifications, in their order. */
function groupsOf(notifications: readonly DigestNotification[]): DigestGroup[] {
  const groups = new Map<string, DigestGroup>();
  for (const notification of notifications) {
    const id = groupIdOf({ ...notification, id: String(notification.id), entityId: notification.postId });
    const group = groups.get(id) ?? { newest: notification, size: 0, usernames: [] };
    groups.set(id, group);
    group.size += 1;
    if (!group.usernames.includes(notification.username)) group.usernames.push(notification.username);
  }
  return [...groups.values()];
}

const sentenceOf = (i18n: I18n, { newest, usernames }: DigestGroup): string =>
  notificationSentence(i18n, newest.type, usernames.map(quotedUsername));

const pathOfNotification = ({ type, postId, commentId, username }: DigestNotification): string =>
  pathOf({ type, entityId: postId, commentId, fromUser: { username } });
