import { counted } from "~/contract/counted";
import { DIGEST_LISTED_MAX, DIGEST_NEWS_MAX } from "~/contract/mail-limits";
import { groupIdOf, membersText } from "~/contract/notification-groups";
import type { DigestFrequency } from "~/contract/notification-settings";
import { urlOf as pathOf, textOf } from "~/contract/notification-texts";
import type { NotificationType } from "~/contract/notifications";
import type { Letter } from "~/platform/mail";
import { greeting } from "./account-letters";
import { letter, type Part } from "./letter";
import { quotedUsername } from "./quoted-name";

/** A notification in a digest. */
export interface DigestNotice {
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
  notices: DigestNotice[];
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
  { notices, messages }: DigestNews,
  { fullName, frequency, unsubscribeUrl, urlOf }: Reader,
): Letter {
  const unread = messages.reduce((sum, { count }) => sum + count, 0);
  const listed = groupsOf(notices).slice(0, DIGEST_LISTED_MAX);
  const more = notices.length - listed.reduce((sum, { size }) => sum + size, 0);
  const parts: Part[] = [greeting(fullName)];
  if (listed.length > 0) {
    parts.push({ text: "This is new at Afterglow:" });
    parts.push({
      items: listed.map((group) => ({ text: sentenceOf(group), url: urlOf(pathOfNotice(group.newest)) })),
    });
  }
  if (more > 0) parts.push({ text: `And ${capped(notices.length, more)} more.` });
  if (unread > 0) {
    const names = namesOf(messages.map(({ username }) => username));
    parts.push({ text: `You have ${counted(unread, "unread message")} from ${names}.` });
  }
  parts.push({ link: urlOf(unread > 0 && listed.length === 0 ? "/chat" : "/feed"), label: "Open Afterglow" });
  return {
    ...letter({
      subject: subjectOf(notices.length, unread),
      parts,
      footer: [
        {
          text: `You get this email ${frequency === "daily" ? "once a day" : "once a week"}, if there's news. Change how often, and which news, in your settings:`,
        },
        { link: urlOf("/settings/notifications"), label: "Notification settings" },
        { text: "Or stop these emails:" },
        { link: unsubscribeUrl, label: "Unsubscribe" },
      ],
    }),
    // RFC 8058: mail programs offer a button that posts to the address.
    headers: {
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** Returns the number of the notifications that are not listed, which were counted up to a limit. */
const capped = (all: number, more: number) => (all >= DIGEST_NEWS_MAX ? `at least ${more}` : String(more));

function subjectOf(notices: number, unread: number): string {
  const many =
    notices >= DIGEST_NEWS_MAX ? `${notices}+ new notifications` : counted(notices, "new notification");
  const parts = [notices > 0 ? many : "", unread > 0 ? counted(unread, "unread message") : ""];
  return `${parts.filter((part) => part !== "").join(" and ")} at Afterglow`;
}

/** The notifications of one row of the list of notifications (docs/product.md#groups-of-notifications). */
interface DigestGroup {
  newest: DigestNotice;
  size: number;
  /** The senders, each once, the last one first. */
  usernames: string[];
}

/** Returns the groups of notifications, in their order. */
function groupsOf(notices: readonly DigestNotice[]): DigestGroup[] {
  const groups = new Map<string, DigestGroup>();
  for (const notice of notices) {
    const id = groupIdOf({ ...notice, id: String(notice.id), entityId: notice.postId });
    const group = groups.get(id) ?? { newest: notice, size: 0, usernames: [] };
    groups.set(id, group);
    group.size += 1;
    if (!group.usernames.includes(notice.username)) group.usernames.push(notice.username);
  }
  return [...groups.values()];
}

function sentenceOf({ newest, usernames }: DigestGroup): string {
  const { before, after } = textOf(newest.type);
  return `${before}${membersText(usernames.map(quotedUsername), usernames.length)}${after}`;
}

const pathOfNotice = ({ type, postId, commentId, username }: DigestNotice): string =>
  pathOf({ type, entityId: postId, commentId, fromUser: { username } });

function namesOf(usernames: string[]): string {
  const named = usernames.slice(0, NAMED_MAX).map(quotedUsername);
  const others = usernames.length - named.length;
  const all = others > 0 ? [...named, counted(others, "other")] : named;
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}
