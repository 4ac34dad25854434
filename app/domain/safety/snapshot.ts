import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { mediaIdOf } from "~/contract/media-address";
import type { Snapshot } from "~/contract/moderation-views";
import type { ReportKind, ReportSubject } from "~/contract/safety";
import { receiverOf, senderOf } from "~/db/conversations";
import { rowId } from "~/db/cursor";
import { limit } from "~/db/limit";
import { isStored } from "~/db/message-rows";
import { isoTime } from "~/db/times";
import { memberNotFound, postNotFound } from "../not-found";

/** Messages before a reported one, and after it, that its snapshot has. */
const CONTEXT_MESSAGES = 5;

/** A subject as the database has it. */
export interface Subject {
  memberId: string;
  mediaId: string | null;
  snapshot: Snapshot;
}

interface SubjectRow extends Omit<Snapshot, "messages"> {
  memberId: string;
  /** The id, or the address of a profile image. */
  mediaId: string | null;
  /** A JSON array. */
  messages?: string;
}

/** A subject as a request names it. */
export interface NamedSubject {
  kind: ReportKind;
  id: string;
  /** The post itself, or the post of a comment; else empty. */
  postId: string;
  /** Selects a `SubjectRow`, if the subject exists and the viewer may report it. */
  row: SQL;
  notFound: () => AppError;
}

const author = sql`u.id AS memberId, u.username AS username, u.full_name AS fullName`;

/** Returns the subject that a request names. @param viewerId the reporting member */
export function subjectOf(
  { postId = "", commentId, messageId, userId, imageId = "" }: ReportSubject,
  viewerId: string,
): NamedSubject {
  if (commentId !== undefined)
    return {
      kind: "comment",
      id: commentId,
      postId,
      row: commentRow(postId, commentId),
      notFound: missing("Comment"),
    };
  if (messageId !== undefined)
    return {
      kind: "message",
      id: messageId,
      postId: "",
      row: messageRow(messageId, viewerId),
      notFound: missing("Message"),
    };
  if (userId !== undefined)
    return { kind: "member", id: userId, postId: "", row: memberRow(userId), notFound: memberNotFound };
  if (postId) return { kind: "post", id: postId, postId, row: postRow(postId), notFound: postNotFound };
  return {
    kind: "ai_image",
    id: imageId,
    postId: "",
    row: imageRow(imageId, viewerId),
    notFound: missing("Image"),
  };
}

const missing = (name: string) => () => new AppError("not_found", `${name} not found`);

/** Returns the subject in a row of `NamedSubject.row`. */
export function subjectIn(row: Record<string, unknown>): Subject {
  // The statements below name their columns as the type does.
  const { memberId, mediaId, messages, ...rest } = row as unknown as SubjectRow;
  const snapshot: Snapshot = messages === undefined ? rest : { ...rest, messages: JSON.parse(messages) };
  return { memberId, mediaId: mediaId?.startsWith("/") ? mediaIdOf(mediaId) : mediaId, snapshot };
}

const postRow = (id: string) => sql`
  SELECT ${author}, p.caption AS text, p.created_at AS at, p.location AS location, p.alt_text AS altText, p.media_id AS mediaId
  FROM posts p JOIN users u ON u.id = p.user_id WHERE p.id = ${id}`;

const commentRow = (postId: string, id: string) => sql`
  SELECT ${author}, c.comment AS text, ${isoTime(sql`c.created_at`)} AS at, NULL AS mediaId
  FROM posts p JOIN post_comments c ON c.post = p.key AND c.id = ${id} JOIN users u ON u.key = c.member
  WHERE p.id = ${postId}`;

const memberRow = (id: string) => sql`
  SELECT ${author}, u.bio AS text, u.created_at AS at, u.profile_image AS mediaId FROM users u WHERE u.id = ${id}`;

const imageRow = (id: string, viewerId: string) => sql`
  SELECT ${author}, coalesce(a.prompt, a.style, '') AS text, a.created_at AS at, a.media_id AS mediaId
  FROM ai_images a JOIN users u ON u.id = a.user_id WHERE a.id = ${id} AND a.user_id = ${viewerId}`;

/** Only the two members of a conversation can report its messages. */
const messageRow = (id: string, viewerId: string) => sql`
  SELECT ${author}, m.content AS text, ${isoTime(sql`m.created_at`)} AS at,
    iif(m.attachment_type LIKE 'image/%', m.attachment_media_id, NULL) AS mediaId,
    (SELECT json_group_array(json_object('id', CAST(id AS text), 'username', username, 'text', content, 'at', at)) FROM (
      SELECT n.id AS id, n.content AS content, ${isoTime(sql`n.created_at`)} AS at, w.username AS username
      FROM (${around(sql`<=`, sql`DESC`, CONTEXT_MESSAGES + 1)} UNION ALL ${around(sql`>`, sql`ASC`, CONTEXT_MESSAGES)}) n
        JOIN users w ON w.key = n.sender ORDER BY n.id)) AS messages
  FROM chat_messages m JOIN conversations c ON c.key = m.conversation JOIN users u ON u.id = ${senderOf}
  WHERE m.id = ${rowId(id)} AND ${isStored} AND ${viewerId} IN (${senderOf}, ${receiverOf})`;

/** Selects messages on one side of the message `m`, nearest first. */
const around = (side: SQL, order: SQL, count: number) => sql`
  SELECT * FROM (
    SELECT o.id, o.content, o.created_at, o.sender FROM chat_messages o
    WHERE o.conversation = m.conversation AND o.content IS NOT NULL AND o.id ${side} m.id
    ORDER BY o.id ${order} ${limit(count)})`;
