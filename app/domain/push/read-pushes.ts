import { type SQL, sql } from "drizzle-orm";
import { GROUP_MEMBERS_SHOWN, UNREAD_COUNT_MAX } from "~/contract/limits";
import { membersText } from "~/contract/notification-groups";
import { textOf, urlOf } from "~/contract/notification-texts";
import type { NotificationType } from "~/contract/notifications";
import { previewOf } from "~/contract/preview";
import type { PushMessage } from "~/contract/push-message";
import { batchRows } from "~/db/batch";
import { type Chats, inEveryChat } from "~/db/chats";
import { limit } from "~/db/limit";
import { noticeSubject } from "~/db/notice-groups";
import { wants, wantsStored } from "~/db/wants";
import type { PushTarget } from "~/platform/web-push";
import { sumOfUnread, type UnreadToPush, unreadToPush } from "../chat/count-unread";
import { listMutedChats } from "../chat/read-unread";
import { unreadCount, unreadOf } from "../notifications/count-unread";
import { quietUntil } from "./quiet-until";

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
}

/** All that a hub needs to push. */
export interface Pushes {
  devices: PushDevice[];
  /** When the quiet hours end, in milliseconds since 1970; null outside of them. */
  quietUntil: number | null;
  /** The tags of shown notifications whose events are read by now. */
  read: string[];
  /** The message for each event that is still unread, and wanted. `body` is for devices that show the text. */
  messages: Map<PushEvent, PushMessage>;
}

/** A text for devices that do not show that of messages. */
export const NEW_MESSAGE = "New message";

/**
 * Returns a member's devices, and what to push to them of some events: none that they have turned off, or of a muted chat. In place of an event
 * that was read or deleted meanwhile comes the newest unread one with its tag, if there is one.
 * A statement and one batch in the main database, and a statement in every chat database.
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
  const ofNotices = (all: readonly PushEvent[]) =>
    all.filter(({ source }) => source === "notice").map(({ id }) => Number(id));
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
      sql`SELECT s.id AS sessionId, p.endpoint AS endpoint, p.p256dh AS p256dh, p.auth AS auth, p.shows_text AS showsText
      FROM sessions s CROSS JOIN push_subscriptions p ON p.session_id = s.id
      WHERE s.user_id = ${memberId} AND s.expires_at > ${now.toISOString()}`,
      sql`SELECT starts_at AS "from", ends_at AS "to", time_zone AS timeZone FROM quiet_hours WHERE user_id = ${memberId}`,
      unreadCount({ id: memberId }),
      noticeRows(memberId, ofNotices([...events, ...shown])),
      actorRows(memberId, ofNotices(events)),
      senderRows(
        memberId,
        wanted.map(({ sender }) => sender),
      ),
    ],
  );
  // The rows have the columns of their statements.
  const noticeById = new Map((notices as unknown as NoticeRow[]).map((row) => [String(row.id), row]));
  const nameOf = new Map(
    (members as unknown as { id: string; username: string }[]).map((row) => [row.id, row.username]),
  );
  const count = sumOfUnread([...bySender.values()], []) + unreadOf(counted).unread;
  const isUnread = ({ source, id, tag }: PushEvent) =>
    source === "notice" ? noticeById.has(id) : bySender.has(memberOf(tag));
  const read = shown.filter((event) => !isUnread(event)).map(({ tag }) => tag);
  const messages = new Map<PushEvent, PushMessage>();
  for (const event of events) {
    const about = { tag: event.tag, to: memberId, unread: count, read };
    if (event.source === "notice") {
      const row = noticeById.get(event.id);
      // The rows have the columns of their statement.
      const group = (actors as unknown as ActorRow[]).filter(({ event: id }) => id === row?.id);
      if (row?.isWanted) messages.set(event, { ...noticeOf(row, group), ...about, id: event.id });
      continue;
    }
    const from = memberOf(event.tag);
    const [row, username] = [bySender.get(from), nameOf.get(from)];
    if (!row?.id || !username) continue;
    messages.set(event, {
      ...about,
      id: String(row.id),
      kind: "message",
      from,
      title: row.unread > 1 ? `${username} (${row.unread})` : username,
      body: previewOf(row.content),
      path: `/chat?user=${from}`,
      at: row.at,
    });
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
  /** The id of that notification. */
  event: number;
  username: string;
  /** The number of all such members. */
  members: number;
}

/** Returns the tag of the notification of a conversation. */
export const chatTag = (memberId: string): string => `chat:${memberId}`;

/** Returns the other member of a conversation by its tag. */
const memberOf = (tag: string): string => tag.slice("chat:".length);

/** The member's notifications among some that are unread, and whether the member wants them pushed. */
function noticeRows(memberId: string, ids: readonly number[]): SQL {
  const sender = { id: sql`u.id`, key: sql`u.key` };
  return sql`
    SELECT n.id AS id, n.type AS type, n.post_id AS postId, n.comment_id AS commentId, u.id AS "from", u.username AS username, n.created_at AS at,
      ${wantsStored(sql`r`, "push", sender)} AS isWanted
    FROM users r CROSS JOIN notices n ON n.member = r.key AND n.is_read = 0 CROSS JOIN users u ON u.key = n.sender
    WHERE r.id = ${memberId} AND n.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

/**
 * The last two members of each group of unread notifications that has one of these, of whichever day, and the number of its members.
 * Reads the unread notifications, as far as they are counted.
 */
function actorRows(memberId: string, ids: readonly number[]): SQL {
  const unread = sql`
    SELECT n.id, n.type, n.sender, ${noticeSubject} AS subject
    FROM users r CROSS JOIN notices n ON n.member = r.key AND n.is_read = 0 WHERE r.id = ${memberId}`;
  return sql`
    WITH events AS MATERIALIZED (
      SELECT * FROM (${unread} AND n.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))) WHERE subject IS NOT NULL),
    acting AS (
      SELECT e.id AS event, n.sender, max(n.id) AS id
      FROM (${unread} AND EXISTS (SELECT 1 FROM events) ORDER BY n.id DESC ${limit(UNREAD_COUNT_MAX)}) n
      CROSS JOIN events e ON e.type = n.type AND e.subject = n.subject
      GROUP BY e.id, n.sender)
    SELECT a.event AS event, u.username AS username, a.members AS members
    FROM (
      SELECT *, row_number() OVER (PARTITION BY event ORDER BY id DESC) AS place, count(*) OVER (PARTITION BY event) AS members
      FROM acting) a CROSS JOIN users u ON u.key = a.sender
    WHERE a.place <= ${GROUP_MEMBERS_SHOWN} ORDER BY a.event, a.place`;
}

/** The names of those of the members whose messages the member wants pushed. */
function senderRows(memberId: string, senders: readonly string[]): SQL {
  return sql`
    SELECT u.id AS id, u.username AS username
    FROM users r CROSS JOIN users u ON u.id IN (SELECT value FROM json_each(${JSON.stringify(senders)}))
    WHERE r.id = ${memberId}
      AND ${wants(sql`r`, { channel: "push", kind: "messages", sender: { id: sql`u.id`, key: sql`u.key` } })}`;
}

/** @param group the members of its group, if it has one */
function noticeOf(
  { type, postId, commentId, from, username, at }: NoticeRow,
  group: readonly ActorRow[],
): Omit<PushMessage, "tag" | "id" | "to" | "unread" | "read"> {
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
