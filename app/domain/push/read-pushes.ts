import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { previewOf } from "~/contract/preview";
import type { QuietHours } from "~/contract/push";
import type { PushMessage } from "~/contract/push-message";
import { batchByName } from "~/db/batch";
import { inEveryChat } from "~/db/chats";
import type { Db } from "~/db/client";
import { wants } from "~/db/wants";
import type { PushTarget } from "~/platform/web-push";
import { sumOfUnread, type UnreadToPush, unreadToPush } from "../chat/count-unread";
import { listMutedChats } from "../chat/read-unread";
import type { Ctx } from "../context";
import { unreadCount, unreadOf } from "../notifications/count-unread";
import {
  type About,
  type ActorRow,
  actorRows,
  type NotificationToPush,
  notificationMessageOf,
  notificationsToPush,
} from "./notification-pushes";
import { memberOf, type PushEvent } from "./push-event";
import { replyLabels } from "./push-labels";
import { quietUntil } from "./quiet-until";
import { isAsked } from "./refused-devices";

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
  /** The `body` of a message for other devices. */
  hiddenText: string;
}

/** The tags for which a push message surely has room: 60 bytes each of `PUSH_TEXT_BYTES`. */
const READ_TAGS_MAX = 20;

/**
 * Returns a member's devices, and what to push to them of some events: none that they have turned off, or of a muted
 * chat. In place of an event read or deleted meanwhile comes the newest unread one with its tag. Leaves out devices
 * that their push service has refused in the last hour. A statement and a batch in the main database, one in each
 * chat database. The texts are in the member's language.
 * @param events of different tags
 * @param shown tags of notifications that devices have shown, with the ids of their events
 */
export async function readPushes(
  { chats, textsIn }: Pick<Ctx, "chats" | "textsIn">,
  memberId: string,
  events: readonly PushEvent[],
  shown: readonly PushEvent[],
  now: Date,
): Promise<Pushes> {
  const { devices, member, bySender, notificationByTag, nameOf, actors, count } = await readState(
    chats,
    memberId,
    events,
    shown,
    now,
  );
  const { language, ...quiet } = member;
  const i18n = await textsIn(language ?? null);
  const isUnread = ({ source, tag }: PushEvent) =>
    source === "notice" ? notificationByTag.has(tag) : bySender.has(memberOf(tag));
  const read = shown
    .filter((event) => !isUnread(event))
    .slice(0, READ_TAGS_MAX)
    .map(({ tag }) => tag);
  const contentOf = ({ source, tag }: PushEvent) => {
    if (source === "notice") {
      const row = notificationByTag.get(tag);
      const group = actors.filter((actor) => actor.tag === tag);
      return row?.isWanted && { ...notificationMessageOf(i18n, row, group), id: String(row.id) };
    }
    const [row, username] = [bySender.get(memberOf(tag)), nameOf.get(memberOf(tag))];
    return row?.id && username && { ...chatMessageOf(i18n, row, username), id: String(row.id) };
  };
  const messages = new Map<PushEvent, PushMessage>();
  for (const event of events) {
    const about = { tag: event.tag, to: memberId, unread: count, read, lang: i18n.locale };
    const content = contentOf(event);
    if (content) messages.set(event, { ...content, ...about });
  }
  return {
    devices,
    quietUntil: quiet.from ? quietUntil(quiet as QuietHours, now.getTime()) : null,
    read,
    messages,
    hiddenText: i18n._(msg`New message`),
  };
}

/** Reads a member's devices, settings and unread events. `count` is the number of all that is unread. */
async function readState(
  chats: Ctx["chats"],
  memberId: string,
  events: readonly PushEvent[],
  shown: readonly PushEvent[],
  now: Date,
) {
  const wanted = events
    .filter(({ source }) => source === "message")
    .map(({ id, tag }) => ({ sender: memberOf(tag), id: Number(id) }));
  const muted = (await listMutedChats({ chats, viewer: { id: memberId } })).map(({ id }) => id);
  const found = await inEveryChat(chats, (chat) =>
    chat.all<UnreadToPush>(unreadToPush(memberId, wanted, muted)),
  );
  const bySender = new Map(found.flat().map((row) => [row.sender, row]));
  const senders = wanted.map(({ sender }) => sender);
  const rows = await batchByName(chats[0], {
    devices: deviceRows(memberId, now),
    member: memberRow(memberId),
    unread: unreadCount({ id: memberId }),
    notifications: notificationsToPush(memberId, [...shown, ...events]),
    actors: actorRows(memberId, events),
    senders: senderRows(memberId, senders),
  });
  // The rows have the columns of their statements.
  const devices = rows.devices as unknown as PushDevice[];
  const notifications = rows.notifications as unknown as NotificationToPush[];
  const members = rows.senders as unknown as { id: string; username: string }[];
  return {
    devices: devices.map((row) => ({ ...row, showsText: Boolean(row.showsText) })),
    member: (rows.member[0] ?? {}) as Partial<MemberRow>,
    bySender,
    notificationByTag: new Map(notifications.map((row) => [row.tag, row])),
    nameOf: new Map(members.map(({ id, username }) => [id, username])),
    actors: rows.actors as unknown as ActorRow[],
    count: sumOfUnread([...bySender.values()], []) + unreadOf(rows.unread).unread,
  };
}

/** Returns whether a live session of a member has a device. @throws the database's error */
export async function hasDevice(db: Db, memberId: string, now: Date): Promise<boolean> {
  const row = await db.get<{ isOn: number }>(sql`
    SELECT EXISTS (
      SELECT 1 FROM sessions s CROSS JOIN push_subscriptions p ON p.session_id = s.id
      WHERE s.user_id = ${memberId} AND s.expires_at > ${now.toISOString()}) AS isOn`);
  return row.isOn === 1;
}

const deviceRows = (memberId: string, now: Date): SQL => sql`
  SELECT s.id AS sessionId, p.endpoint AS endpoint, p.p256dh AS p256dh, p.auth AS auth, p.shows_text AS showsText, p.refusals AS refusals
  FROM sessions s CROSS JOIN push_subscriptions p ON p.session_id = s.id
  WHERE s.user_id = ${memberId} AND s.expires_at > ${now.toISOString()} AND ${isAsked(now)}`;

/** A member's language, and their quiet hours; null where they have none. */
type MemberRow = { language: string | null } & { [name in keyof QuietHours]: string | null };

const memberRow = (memberId: string): SQL => sql`
  SELECT u.language AS language, q.starts_at AS "from", q.ends_at AS "to", q.time_zone AS timeZone
  FROM users u LEFT JOIN quiet_hours q ON q.user_id = u.id WHERE u.id = ${memberId}`;

/** The names of those of the members whose messages the member wants pushed. */
function senderRows(memberId: string, senders: readonly string[]): SQL {
  return sql`
    SELECT u.id AS id, u.username AS username
    FROM users r CROSS JOIN users u ON u.id IN (SELECT value FROM json_each(${JSON.stringify(senders)}))
    WHERE r.id = ${memberId}
      AND ${wants(sql`r`, { channel: "push", kind: "messages", sender: { id: sql`u.id`, key: sql`u.key` } })}`;
}

function chatMessageOf(
  i18n: I18n,
  { sender, unread, content, at }: Extract<UnreadToPush, { id: number }>,
  username: string,
): About {
  const title = unread > 1 ? `${username} (${unread})` : username;
  const path = `/chat?user=${sender}`;
  return {
    kind: "message",
    from: sender,
    title,
    body: previewOf(content),
    path,
    at,
    labels: replyLabels(i18n),
  };
}

/** Returns the statement that forgets a device whose subscription has ended, unless it has another one by now. */
export function forgetDevice({ sessionId, endpoint }: PushDevice): SQL {
  return sql`DELETE FROM push_subscriptions WHERE session_id = ${sessionId} AND endpoint = ${endpoint}`;
}
