import { type SQL, sql } from "drizzle-orm";
import { GROUP_MEMBERS_SHOWN, UNREAD_COUNT_MAX } from "~/contract/limits";
import { membersText, subjectOf } from "~/contract/notification-groups";
import { textOf, urlOf } from "~/contract/notification-texts";
import type { NotificationType } from "~/contract/notifications";
import { previewOf } from "~/contract/preview";
import type { PushMessage } from "~/contract/push-message";
import { batchRows } from "~/db/batch";
import { type Chats, inEveryChat } from "~/db/chats";
import { limit } from "~/db/limit";
import { noticeSubject, noticeTag } from "~/db/notice-groups";
import { wants, wantsStored } from "~/db/wants";
import type { PushTarget } from "~/platform/web-push";
import { sumOfUnread, type UnreadToPush, unreadToPush } from "../chat/count-unread";
import { listMutedChats } from "../chat/read-unread";
import { unreadCount, unreadOf } from "../notifications/count-unread";
import { quietUntil } from "./quiet-until";
import { isAsked } from "./refused-devices";

/** An event to push: the id of a message or notification, and the tag of its notification on the device. */
export interface PushEvent {
  source: "message" | "notice";
  id: string;
  tag: string;
}

/** A device to push to. */
export interface PushDevice extends PushTarget {
  sessionId: string;
  showsText: boolean;
  /** Refusals of its push service in a row. */
  refusals: number;
}

/** All that a hub needs to push. */
export interface Pushes {
  devices: PushDevice[];
  /** When the quiet hours end, in milliseconds since 1970; null outside of them. */
  quietUntil: number | null;
  /** The tags of shown notifications whose events are read by now, 20 at most: the oldest. */
  read: string[];
  /** The message for each event that is still unread, and wanted. `body` is for devices that show the text. */
  messages: Map<PushEvent, PushMessage>;
}

/** The tags for which a push message surely has room: 60 bytes each of `PUSH_TEXT_BYTES`. */
const READ_TAGS_MAX = 20;

/** A text for devices that do not show that of messages. */
export const NEW_MESSAGE = "New message";

/**
 * Returns a member's devices, and what to push to them of some events: none that they have turned off, or of a muted
 * chat. In place of an event read or deleted meanwhile comes the newest unread one with its tag. Leaves out devices
 * that their push service has refused in the last hour. A statement and a batch in the main database, one in each
 * chat database.
 * @param events of different tags
 * @param shown tags of notifications that devices have shown, with the ids of their events
 */
export async function readPushes(
  chats: Chats,
  memberId: string,
  events: readonly PushEvent[],
  shown: readonly PushEvent[],
  now: Date,
): Promise<Pushes> {
  const wanted = events
    .filter(({ source }) => source === "message")
    .map(({ id, tag }) => ({ sender: memberOf(tag), id: Number(id) }));
  const muted = (await listMutedChats({ chats, viewer: { id: memberId } })).map(({ id }) => id);
  const found = await inEveryChat(chats, (chat) =>
    chat.all<UnreadToPush>(unreadToPush(memberId, wanted, muted)),
  );
  const bySender = new Map(found.flat().map((row) => [row.sender, row]));
  const [devices = [], [quiet] = [], counted, notices = [], actors = [], members = []] = await batchRows(
    chats[0],
    [
      sql`SELECT s.id AS sessionId, p.endpoint AS endpoint, p.p256dh AS p256dh, p.auth AS auth, p.shows_text AS showsText, p.refusals AS refusals
      FROM sessions s CROSS JOIN push_subscriptions p ON p.session_id = s.id
      WHERE s.user_id = ${memberId} AND s.expires_at > ${now.toISOString()} AND ${isAsked(now)}`,
      sql`SELECT starts_at AS "from", ends_at AS "to", time_zone AS timeZone FROM quiet_hours WHERE user_id = ${memberId}`,
      unreadCount({ id: memberId }),
      noticeRows(memberId, [...shown, ...events]),
      actorRows(memberId, events),
      senderRows(
        memberId,
        wanted.map(({ sender }) => sender),
      ),
    ],
  );
  // The rows have the columns of their statements.
  const noticeByTag = new Map((notices as unknown as NoticeRow[]).map((row) => [row.tag, row]));
  const nameOf = new Map(
    (members as unknown as { id: string; username: string }[]).map((row) => [row.id, row.username]),
  );
  const count = sumOfUnread([...bySender.values()], []) + unreadOf(counted).unread;
  const isUnread = ({ source, tag }: PushEvent) =>
    source === "notice" ? noticeByTag.has(tag) : bySender.has(memberOf(tag));
  const read = shown
    .filter((event) => !isUnread(event))
    .slice(0, READ_TAGS_MAX)
    .map(({ tag }) => tag);
  const messages = new Map<PushEvent, PushMessage>();
  for (const event of events) {
    const about = { tag: event.tag, to: memberId, unread: count, read };
    if (event.source === "notice") {
      const row = noticeByTag.get(event.tag);
      // The rows have the columns of their statement.
      const group = (actors as unknown as ActorRow[]).filter(({ tag }) => tag === event.tag);
      if (row?.isWanted) messages.set(event, { ...noticeOf(row, group), ...about, id: String(row.id) });
      continue;
    }
    const from = memberOf(event.tag);
    const [row, username] = [bySender.get(from), nameOf.get(from)];
    if (row?.id && username)
      messages.set(event, { ...chatMessageOf(row, username), ...about, id: String(row.id) });
  }
  return {
    devices: (devices as unknown as PushDevice[]).map((row) => ({
      ...row,
      showsText: Boolean(row.showsText),
    })),
    quietUntil: quiet
      ? quietUntil(quiet as unknown as Parameters<typeof quietUntil>[0], now.getTime())
      : null,
    read,
    messages,
  };
}

interface NoticeRow {
  tag: string;
  id: number;
  type: NotificationType;
  postId: string | null;
  commentId: string | null;
  from: string;
  username: string;
  at: number;
  isWanted: number;
}

/** A member who has acted as in a notification to push. */
interface ActorRow {
  /** The tag of that notification. */
  tag: string;
  username: string;
  /** The number of all such members. */
  members: number;
}

/** Returns the tag of the notification of a conversation. */
export const chatTag = (memberId: string): string => `chat:${memberId}`;

/** Returns the other member of a conversation by its tag. */
const memberOf = (tag: string): string => tag.slice("chat:".length);

/**
 * The member's notifications among some that are unread, and whether the member wants them pushed. For one that is not
 * both comes the newest with its tag that is, too; only then unread notifications are read, as far as counted.
 */
function noticeRows(memberId: string, events: readonly PushEvent[]): SQL {
  const byTag = new Map(noticesOf(events).map(({ tag, id }) => [tag, { tag, id: Number(id) }]));
  const isWanted = (recipient: SQL) => wantsStored(recipient, "push", { id: sql`u.id`, key: sql`u.key` });
  const columns = sql`n.id AS id, n.type AS type, n.post_id AS postId, n.comment_id AS commentId, u.id AS "from", u.username AS username, n.created_at AS at`;
  return sql`
    WITH given AS MATERIALIZED (
      SELECT value ->> 'tag' AS tag, value ->> 'id' AS id FROM json_each(${JSON.stringify([...byTag.values()])})),
    own AS MATERIALIZED (
      SELECT g.tag AS tag, ${columns}, ${isWanted(sql`r`)} AS isWanted
      FROM users r CROSS JOIN given g CROSS JOIN notices n ON n.member = r.key AND n.is_read = 0 AND n.id = g.id
        CROSS JOIN users u ON u.key = n.sender
      WHERE r.id = ${memberId}),
    lost AS MATERIALIZED (SELECT tag FROM given WHERE tag NOT IN (SELECT tag FROM own WHERE isWanted)),
    others AS (
      SELECT ${noticeTag} AS tag, ${columns}
      FROM (${unreadNotices(memberId, sql`SELECT 1 FROM lost`)}) n CROSS JOIN users u ON u.key = n.sender
      WHERE n.type IN (SELECT substr(tag, 1, instr(tag, ':') - 1) FROM lost) AND ${noticeTag} IN (SELECT tag FROM lost)
        AND ${isWanted(sql`n`)})
    SELECT * FROM own
    UNION ALL SELECT tag, max(id), type, postId, commentId, "from", username, at, 1 FROM others GROUP BY tag`;
}

/**
 * The last two members of each group of unread notifications that has one of these, of whichever day, and the number of
 * its members. Reads the unread notifications, as far as they are counted, for groups only.
 */
function actorRows(memberId: string, events: readonly PushEvent[]): SQL {
  const given = JSON.stringify(noticesOf(events).flatMap(({ tag }) => (isGroup(tag) ? [tag] : [])));
  const types = JSON.stringify(noticesOf(events).map(({ tag }) => typeOf(tag)));
  return sql`
    WITH tags AS MATERIALIZED (SELECT value AS tag FROM json_each(${given})),
    acting AS (
      SELECT n.type || ':' || ${noticeSubject} AS tag, n.sender AS sender, max(n.id) AS id
      FROM (${unreadNotices(memberId, sql`SELECT 1 FROM tags`)}) n
      WHERE n.type IN (SELECT value FROM json_each(${types})) AND n.type || ':' || ${noticeSubject} IN (SELECT tag FROM tags)
      GROUP BY 1, n.sender)
    SELECT a.tag AS tag, u.username AS username, a.members AS members
    FROM (
      SELECT *, row_number() OVER (PARTITION BY tag ORDER BY id DESC) AS place, count(*) OVER (PARTITION BY tag) AS members
      FROM acting) a CROSS JOIN users u ON u.key = a.sender
    WHERE a.place <= ${GROUP_MEMBERS_SHOWN} ORDER BY a.tag, a.place`;
}

/** The newest unread notifications of a member, with the member's `key`; none unless `given` has a row. */
const unreadNotices = (memberId: string, given: SQL): SQL => sql`
  SELECT n.*, r.key AS key FROM users r CROSS JOIN notices n ON n.member = r.key AND n.is_read = 0
  WHERE r.id = ${memberId} AND EXISTS (${given}) ORDER BY n.id DESC ${limit(UNREAD_COUNT_MAX)}`;

const noticesOf = (events: readonly PushEvent[]) => events.filter(({ source }) => source === "notice");

/** Returns the type of the notifications of a tag. Tags are written by `tagOf`. */
const typeOf = (tag: string) => tag.slice(0, tag.indexOf(":")) as NotificationType;

/** Returns whether the tag is that of a group. */
const isGroup = (tag: string): boolean =>
  subjectOf({ type: typeOf(tag), entityId: tag, commentId: tag, parentId: tag }) !== null;

/** The names of those of the members whose messages the member wants pushed. */
function senderRows(memberId: string, senders: readonly string[]): SQL {
  return sql`
    SELECT u.id AS id, u.username AS username
    FROM users r CROSS JOIN users u ON u.id IN (SELECT value FROM json_each(${JSON.stringify(senders)}))
    WHERE r.id = ${memberId}
      AND ${wants(sql`r`, { channel: "push", kind: "messages", sender: { id: sql`u.id`, key: sql`u.key` } })}`;
}

/** The fields of a push message that are about its event alone. */
type About = Omit<PushMessage, "tag" | "id" | "to" | "unread" | "read">;

function chatMessageOf(
  { sender, unread, content, at }: Extract<UnreadToPush, { id: number }>,
  username: string,
): About {
  const title = unread > 1 ? `${username} (${unread})` : username;
  return { kind: "message", from: sender, title, body: previewOf(content), path: `/chat?user=${sender}`, at };
}

/** @param group the members of its group, if it has one */
function noticeOf(
  { type, postId, commentId, from, username, at }: NoticeRow,
  group: readonly ActorRow[],
): About {
  const { before, after } = textOf(type);
  const path = urlOf({ type, entityId: postId, commentId, fromUser: { username } });
  const kind = type === "connection_request" ? "request" : "other";
  const [first] = group;
  const members = first
    ? membersText(
        group.map((one) => one.username),
        first.members,
      )
    : username;
  return { kind, from, title: "Afterglow", body: `${before}${members}${after}`, path, at };
}

/** Returns the statement that forgets a device whose subscription has ended, unless it has another one by now. */
export function forgetDevice({ sessionId, endpoint }: PushDevice): SQL {
  return sql`DELETE FROM push_subscriptions WHERE session_id = ${sessionId} AND endpoint = ${endpoint}`;
}
