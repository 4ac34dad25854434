import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { mediaIdOf } from "~/contract/media-address";
import type { Snapshot } from "~/contract/moderation-views";
import { postFieldNames } from "~/contract/post-fields";
import type { ReportSubject } from "~/contract/reports";
import type { ReportKind } from "~/contract/safety";
import { chatOfMessage } from "~/db/chats";
import { receiverOf, senderOf } from "~/db/conversations";
import { rowId } from "~/db/cursor";
import type { KeyedMember } from "~/db/keys";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { fieldColumns } from "~/db/post-rows";
import { isoTime } from "~/db/times";
import { asViewer, isFor } from "~/db/visibility";
import type { MemberCtx } from "../context";
import { memberNotFound, postNotFound } from "../not-found";

/** Messages before a reported one, and after it, that its snapshot has. */
const CONTEXT_MESSAGES = 5;

/** A subject as the database has it. */
export interface Subject {
  memberId: string;
  mediaId: string | null;
  snapshot: Snapshot;
}

interface SubjectRow extends Omit<Snapshot, "messages" | "photos"> {
  memberId: string;
  /** The id, or the address of a profile image. */
  mediaId: string | null;
  /** A JSON array. */
  messages?: string;
  /** A JSON array; null for a post with one photo. */
  photos?: string | null;
  postId?: string;
}

/** A subject as a request names it. */
export interface NamedSubject {
  kind: ReportKind;
  id: string;
  /** The post itself, or the post of a comment; else empty. */
  postId: string;
  /** Selects a `SubjectRow`, if there is one that the viewer may report. Null for a message (`readMessageRow`). */
  row: SQL | null;
  notFound: () => AppError;
}

const author = sql`u.id AS memberId, u.username AS username, u.full_name AS fullName`;

/** Returns the subject that a request names. @param reporter null for the operator and the image check */
export function subjectOf(
  { postId = "", commentId, messageId, userId, imageId = "" }: ReportSubject,
  reporter: KeyedMember | null,
): NamedSubject {
  if (commentId !== undefined)
    return {
      kind: "comment",
      id: commentId,
      postId,
      row: commentRow(postId, commentId, reporter),
      notFound: missing(msg`Comment not found`),
    };
  if (messageId !== undefined)
    return {
      kind: "message",
      // One text for each message: "07" would be another subject than "7".
      id: String(rowId(messageId)),
      postId: "",
      row: null,
      notFound: missing(msg`Message not found`),
    };
  if (userId !== undefined)
    return { kind: "member", id: userId, postId: "", row: memberRow(userId), notFound: memberNotFound };
  if (postId)
    return {
      kind: "post",
      id: postId,
      postId,
      row: postRows(sql`p.id = ${postId}`, reporter),
      notFound: postNotFound,
    };
  return {
    kind: "ai_image",
    id: imageId,
    postId: "",
    row: imageRow(imageId, reporter?.id ?? ""),
    notFound: missing(msg`Image not found`),
  };
}

const missing = (text: MessageDescriptor) => () => new AppError("not_found", text);

/** Returns the subject in a row of `NamedSubject.row`. */
export function subjectIn(row: Record<string, unknown>): Subject {
  // The statements below name their columns as the type does.
  const { memberId, mediaId, messages, photos, postId, ...rest } = row as unknown as SubjectRow;
  const snapshot: Snapshot = {
    ...rest,
    ...(messages !== undefined && { messages: JSON.parse(messages) }),
    ...(photos && { photos: JSON.parse(photos) }),
  };
  return { memberId, mediaId: mediaId?.startsWith("/") ? mediaIdOf(mediaId) : mediaId, snapshot };
}

/** The condition that `posts p` is for a reporting member. A block does not prevent a report. */
const isForReporter = (reporter: KeyedMember | null) => (reporter ? isFor(asViewer(reporter)) : sql`TRUE`);

/** The caption is the snapshot's text. */
const otherFields = fieldColumns(
  "p",
  postFieldNames.filter((name) => name !== "caption"),
);

/** Selects `posts p` as `SubjectRow`. @param reporter as in `subjectOf` */
export const postRows = (which: SQL, reporter: KeyedMember | null) => sql`
  SELECT ${author}, p.id AS postId, p.caption AS text, p.created_at AS at, ${otherFields}, p.media_id AS mediaId,
    iif(p.photo_count = 1, NULL, (SELECT json_group_array(json_object('id', media_id, 'altText', alt_text)) FROM (
      SELECT media_id, alt_text FROM post_photos WHERE post = p.key ORDER BY position))) AS photos
  FROM posts p JOIN users u ON u.id = p.user_id WHERE ${which} AND ${isForReporter(reporter)}`;

const commentRow = (postId: string, id: string, reporter: KeyedMember | null) => sql`
  SELECT ${author}, c.comment AS text, ${isoTime(sql`c.created_at`)} AS at, NULL AS mediaId
  FROM posts p JOIN post_comments c ON c.post = p.key AND c.id = ${id} JOIN users u ON u.key = c.member
  WHERE p.id = ${postId} AND ${isForReporter(reporter)}`;

const memberRow = (id: string) => sql`
  SELECT ${author}, u.bio AS text, u.created_at AS at, u.profile_image AS mediaId FROM users u WHERE u.id = ${id}`;

const imageRow = (id: string, viewerId: string) => sql`
  SELECT ${author}, coalesce(a.prompt, a.style, '') AS text, a.created_at AS at, a.media_id AS mediaId
  FROM ai_images a JOIN users u ON u.id = a.user_id WHERE a.id = ${id} AND a.user_id = ${viewerId}`;

/** Returns the row of a reported message of the viewer's: from its database, with names of the main one. */
export async function readMessageRow(
  { db, chats, viewer }: Pick<MemberCtx, "db" | "chats" | "viewer">,
  messageId: string,
): Promise<Record<string, unknown> | undefined> {
  const id = rowId(messageId);
  const found = await chatOfMessage(chats, id).get<MessageRow | undefined>(sql`
    SELECT ${senderOf} AS memberId, ${receiverOf} AS otherId, m.content AS text, ${isoTime(sql`m.created_at`)} AS at,
      iif(m.attachment_type LIKE 'image/%', m.attachment_media_id, NULL) AS mediaId,
      (SELECT json_group_array(json_object('id', CAST(id AS text), 'isSender', sender = m.sender, 'text', content, 'at', at)) FROM (
        SELECT n.id AS id, n.sender AS sender, n.content AS content, ${isoTime(sql`n.created_at`)} AS at
        FROM (${around(sql`<=`, sql`DESC`, CONTEXT_MESSAGES + 1)} UNION ALL ${around(sql`>`, sql`ASC`, CONTEXT_MESSAGES)}) n
        ORDER BY n.id)) AS messages
    FROM chat_messages m JOIN conversations c ON c.key = m.conversation
    WHERE m.id = ${id} AND ${isStored} AND ${viewer.id} IN (${senderOf}, ${receiverOf})`);
  if (!found) return undefined;
  const { otherId, messages, ...row } = found;
  const names = await db.all<{ id: string; username: string; fullName: string }>(sql`
    SELECT id AS id, username AS username, full_name AS fullName FROM users WHERE id IN (${row.memberId}, ${otherId})`);
  const sender = names.find((one) => one.id === row.memberId);
  const other = names.find((one) => one.id === otherId);
  // The statement writes the array in this form.
  const list = JSON.parse(messages) as { id: string; isSender: 0 | 1; text: string; at: string }[];
  const named = list.map(({ id, isSender, text, at }) => ({
    id,
    username: (isSender ? sender : other)?.username ?? "",
    text,
    at,
  }));
  return { ...row, username: sender?.username, fullName: sender?.fullName, messages: JSON.stringify(named) };
}

interface MessageRow {
  memberId: string;
  otherId: string;
  text: string;
  at: string;
  mediaId: string | null;
  /** A JSON array. */
  messages: string;
}

/** Selects messages on one side of the message `m`, nearest first. */
const around = (side: SQL, order: SQL, count: number) => sql`
  SELECT * FROM (
    SELECT o.id, o.content, o.created_at, o.sender FROM chat_messages o
    WHERE o.conversation = m.conversation AND o.content IS NOT NULL AND o.id ${side} m.id
    ORDER BY o.id ${order} ${limit(count)})`;
