import { type SQL, sql } from "drizzle-orm";
import { UNREAD_COUNT_MAX } from "~/contract/limits";
import { DIGEST_NEWS_MAX } from "~/contract/mail-limits";
import { type Chats, inEveryChat } from "~/db/chats";
import { limit } from "~/db/limit";
import { mutedChats } from "~/db/muted-chats";
import { notificationSubject } from "~/db/notification-groups";
import { wants, wantsStored } from "~/db/wants";
import { unreadSince } from "../chat/count-unread";
import type { DigestNews, DigestNotification } from "./digest-letter";

/** A member whose news is read. */
interface Reader {
  id: string;
  /** Milliseconds since 1970. */
  newsAfter: number;
}

/** The news of a member, and the time of the newest of it in milliseconds since 1970: that of the reading at most. */
export interface News extends DigestNews {
  until: number;
}

interface NotificationRow extends DigestNotification {
  member: string;
}

/** The number of unread messages of a sender, and the time of the newest. */
type Unread = [sender: string, count: number, at: number];

/**
 * Returns the news of members: what they have not read, want by mail, and is newer than the last digest. One statement
 * in each database for all, and one for the senders of messages. A member without news costs two index entries.
 * @param now a time before the reading: what is stored meanwhile may be missing, although something newer is there
 */
export async function readNews(
  chats: Chats,
  readers: readonly Reader[],
  now: Date,
): Promise<Map<string, News>> {
  const given = JSON.stringify(readers.map(({ id, newsAfter }) => ({ id, after: newsAfter })));
  const [notifications, ...unread] = await Promise.all([
    chats[0].all<NotificationRow>(notificationRows(given)),
    inEveryChat(chats, (chat) => chat.all<{ member: string; unread: string }>(unreadRows(given))),
  ]);
  const news = new Map<string, News>();
  const of = (member: string): News => {
    const known = news.get(member) ?? { notifications: [], messages: [], until: 0 };
    news.set(member, known);
    return known;
  };
  for (const { member, ...notification } of notifications) {
    const known = of(member);
    known.notifications.push(notification);
    known.until = Math.max(known.until, Math.min(notification.id, now.getTime()));
  }
  const messages = unread.flat(2).flatMap(({ member, unread: list }) =>
    // The statement writes triples in this form.
    (JSON.parse(list) as Unread[]).map(([sender, count, at]) => ({ member, sender, count, at })),
  );
  const names = await namesOf(chats, messages);
  for (const { member, sender, count, at } of messages) {
    const username = names.get(`${member} ${sender}`);
    if (username === undefined) continue;
    const known = of(member);
    known.messages.push({ username, count });
    known.until = Math.max(known.until, Math.min(at, now.getTime()));
  }
  return news;
}

/**
 * The newest unread notifications of each member, those that they want by mail. The newest 1000 are asked whether they
 * are wanted, so that many of an unwanted kind do not hide the others. The subject is the parent, if the type has one.
 */
function notificationRows(readers: string): SQL {
  const sender = { id: sql`u.id`, key: sql`u.key` };
  return sql`
    SELECT r.id AS member, n.id AS id, n.type AS type, n.post_id AS postId, n.comment_id AS commentId,
      ${notificationSubject} AS parentId, s.username AS username
    FROM json_each(${readers}) CROSS JOIN users r ON r.id = json_each.value ->> 'id'
      CROSS JOIN notices n ON n.member = r.key AND n.is_read = 0 AND n.id IN (
        SELECT n.id FROM notices n CROSS JOIN users u ON u.key = n.sender
        WHERE n.member = r.key AND n.is_read = 0 AND n.id IN (
            SELECT id FROM notices WHERE member = r.key AND is_read = 0 AND id > json_each.value ->> 'after'
            ORDER BY id DESC ${limit(UNREAD_COUNT_MAX)})
          AND ${wantsStored(sql`r`, "mail", sender)}
        ORDER BY n.id DESC ${limit(DIGEST_NEWS_MAX)})
      CROSS JOIN users s ON s.key = n.sender
    ORDER BY n.id DESC`;
}

/** The unread messages of each member from connections, as an array of `Unread`. */
function unreadRows(readers: string): SQL {
  const unread = unreadSince(sql`(json_each.value ->> 'id')`, sql`json_each.value ->> 'after'`);
  return sql`
    SELECT json_each.value ->> 'id' AS member,
      (SELECT json_group_array(json_array(sender, unread, newest)) FROM (${unread})) AS unread
    FROM json_each(${readers})`;
}

interface Pair {
  member: string;
  sender: string;
}

/** Returns the usernames of senders, by both ids, whose messages are wanted by mail and whose chats are not muted. */
async function namesOf(chats: Chats, pairs: readonly Pair[]): Promise<Map<string, string>> {
  if (pairs.length === 0) return new Map();
  const given = JSON.stringify(pairs.map(({ member, sender }) => ({ member, sender })));
  const sender = { id: sql`u.id`, key: sql`u.key` };
  const rows = await chats[0].all<Pair & { username: string }>(sql`
    SELECT r.id AS member, u.id AS sender, u.username AS username
    FROM json_each(${given}) CROSS JOIN users r ON r.id = json_each.value ->> 'member'
      CROSS JOIN users u ON u.id = json_each.value ->> 'sender'
    WHERE ${wants(sql`r`, { channel: "mail", kind: "messages", sender })}
      AND u.id NOT IN (SELECT id FROM (${mutedChats(sql`r.id`)}))`);
  return new Map(rows.map(({ member, sender: id, username }) => [`${member} ${id}`, username]));
}
