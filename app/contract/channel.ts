import {
  hasContent,
  liveMessage,
  markedChat,
  messageCursor,
  messageFields,
  messageId,
  messageView,
  NO_CONTENT,
  unreadMessages,
} from "./chat";
import { commentLikeState } from "./comments";
import { connectionSteps } from "./connections";
import { messageCode } from "./errors";
import { namesOther } from "./identity";
import { parseJson } from "./json";
import { SYNC_CONVERSATIONS_MAX } from "./limits";
import { notificationTypes } from "./notifications";
import { likeState, saveState } from "./posts";
import { z } from "./zod";

/** The frames of `/ws` (docs/product.md#channel): JSON text, `{"type", "payload"}`; one union per direction. */
const frame = <T extends string, P extends z.ZodType>(type: T, payload: P) =>
  z.object({ type: z.literal(type), payload });

const id = z.string().min(1).max(64);
/** Fields that name a frame's origin. Client frames declare them: a schema drops others before the comparison. */
const origin = { userId: id.optional(), senderId: id.optional(), fromUserId: id.optional() };
const postCount = z.object({ postId: z.string(), count: z.int() });
/** The notifications that are left unread, counted up to 1000. */
const unreadNotifications = z.object({
  unread: z.int(),
  /** The newest notification that the count covers; "0" when there is none. */
  last: z.string(),
});
/** Null when the write named no tab. */
const fromTab = { tab: z.string().nullable() };
const someone = z.object({ userId: z.string() });

export const serverFrame = z.discriminatedUnion("type", [
  frame(
    "error",
    z.object({
      message: z.string(),
      ...messageCode.partial().shape,
      type: z.string().optional(),
      clientId: z.string().optional(),
      /** The frame may succeed later: the server failed, or the client sends too fast. */
      isTemporary: z.boolean().optional(),
    }),
  ),
  /**
   * Sent on a quiet socket: the client replies with the text `ping`, as it does on a timer. One with a number is sent
   * after many bytes: the client replies with an `echo` of it, which shows that it has read them.
   */
  frame("ping", z.object({ number: z.int().optional() })),
  frame("online", someone),
  frame("offline", someone),
  frame("online-users", z.object({ users: z.array(z.string()) })),
  frame("typing", someone.extend({ receiverId: z.string(), isTyping: z.boolean().optional() })),
  /** `userId` has read the messages of `senderId`, up to the message `upTo` when it is given. */
  frame("read", someone.extend({ senderId: z.string(), upTo: z.string().optional() })),
  frame("message", liveMessage),
  /** A message has another text, or other reactions. */
  frame("message_changed", messageView),
  /** `senderId` has deleted a message for both members. */
  frame(
    "message_deleted",
    z.object({
      id: z.string(),
      senderId: z.string(),
      receiverId: z.string(),
      /** The sender's idempotency key, so that a page stops resending the message. */
      clientId: z.string().optional(),
    }),
  ),
  /** The member has muted or archived a chat, or undone it. */
  frame("chat_state", markedChat),
  /** Precedes the last `synced`: all that is unread. `notifications` counts up to 1000, including the id `last`. */
  frame(
    "unread",
    z.object({
      messages: unreadMessages,
      notifications: z.object({ count: z.int(), last: z.string() }),
    }),
  ),
  /** Ends the reply to `sync`: all messages up to the `messageCursor` `after` were sent; `more` if newer ones exist. */
  frame("synced", z.object({ after: z.string(), more: z.boolean() })),
  /** The member or one of their connections has shared a post. */
  frame("new_post", z.object({ postId: z.string() })),
  /** A post of the member or one of their connections was deleted by its author or removed by a moderator. */
  frame("post_deleted", z.object({ postId: z.string() })),
  frame("like_update", postCount),
  frame("comment_update", postCount),
  /** A comment has another number of likes. */
  frame("comment_like_update", postCount.extend({ commentId: z.string() })),
  /** A comment has another number of replies. */
  frame("comment_reply_update", postCount.extend({ commentId: z.string() })),
  /** The member has liked, unliked, saved or unsaved a post in the tab `tab`, which ignores the frame. */
  frame("like_state", likeState.extend(fromTab)),
  frame("save_state", saveState.extend(fromTab)),
  /** The same for a like of a comment. */
  frame("comment_like_state", commentLikeState.extend(fromTab)),
  frame("share_post", z.object({ postId: z.string(), fromUserId: z.string(), fromUsername: z.string() })),
  frame(
    "notification",
    z.object({
      id: z.string(),
      type: z.enum(notificationTypes),
      fromUserId: z.string(),
      fromUsername: z.string(),
      entityId: z.string().nullable(),
      commentId: z.string().optional(),
      /** The comment that a reply belongs to. */
      parentId: z.string().optional(),
      /** The beginning of a comment. */
      message: z.string().optional(),
    }),
  ),
  /**
   * Notifications were read, in this or another tab: the one with the id `id`, with a `group` those of the group up to
   * it, or all up to the id `upTo`.
   */
  frame(
    "notifications_read",
    unreadNotifications.extend({
      id: z.string().optional(),
      group: z.string().optional(),
      upTo: z.string().optional(),
    }),
  ),
  /**
   * Notifications were deleted with their subject: the unread one with the id `id` with its like or save, those about
   * the comment `commentId` and its replies, about the post `entityId`, or from the deleted member `fromUserId`.
   */
  frame(
    "notification_deleted",
    unreadNotifications.extend({
      id: z.string().optional(),
      commentId: z.string().optional(),
      entityId: z.string().optional(),
      fromUserId: z.string().optional(),
    }),
  ),
  frame(
    "connection_status",
    z.object({ fromUserId: z.string(), toUserId: z.string(), status: z.enum(connectionSteps) }),
  ),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** A frame that is accepted and ignored: only its shape is checked, and it is never forwarded. */
const claim = (fields: z.ZodRawShape) => z.looseObject({ ...origin, ...fields });
const claimedCount = claim({ postId: id, count: z.number().optional() });

export const clientFrame = z.discriminatedUnion("type", [
  frame("online", z.object(origin).default({})),
  frame("offline", z.object(origin).default({})),
  /** Answers a `ping` frame that has a number. */
  frame("echo", z.object({ ...origin, number: z.int() })),
  /** The tab was hidden or shown: while none is visible, notifications are pushed. A new socket counts as visible. */
  frame("visibility", z.object({ ...origin, isVisible: z.boolean() })),
  frame("typing", z.object({ ...origin, receiverId: id, isTyping: z.boolean().optional() })),
  /** The client has read the messages of `senderId`. */
  frame("read", z.object({ ...origin, receiverId: id.optional(), senderId: id, upTo: messageId.optional() })),
  frame(
    "message",
    z
      .object({
        ...origin,
        receiverId: id,
        /** Not used, as the two fields below: the server knows the names and the time. */
        senderUsername: z.string().max(64).optional(),
        receiverUsername: z.string().max(64).optional(),
        timestamp: z.union([z.string().max(64), z.number()]).optional(),
        ...messageFields,
      })
      .refine(hasContent, NO_CONTENT),
  ),
  /**
   * Requests every message after the cursor `after`; without it, only the cursor of the newest messages. `held` maps
   * each other member to the id of the page's oldest message: the reply has what was read and deleted since.
   */
  frame(
    "sync",
    z
      .object({
        ...origin,
        after: messageCursor.nullish(),
        held: z
          .record(id, messageId)
          .refine((oldest) => Object.keys(oldest).length <= SYNC_CONVERSATIONS_MAX)
          .optional(),
      })
      .default({}),
  ),
  frame("like_update", claimedCount),
  frame("comment_update", claimedCount),
  frame("notification", claim({ type: z.string().max(64), toUserId: id.optional() })),
  frame("connection_status", claim({ toUserId: id.optional(), status: z.enum(connectionSteps) })),
  frame("share_post", claim({ postId: id.optional() })),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

const clientTypes: ReadonlySet<string> = new Set(clientFrame.options.map((one) => one.shape.type.value));

/** Parses a client's frame. Returns null for any other text; `explainFrame` returns the reason. */
export function parseClientFrame(text: string): ClientFrame | null {
  return clientFrame.safeParse(frameIn(text)).data ?? null;
}

/** Returns why `parseClientFrame` rejected a text: a message for its sender and the fields that identify the frame. */
export function explainFrame(text: string): {
  message: string;
  type?: string;
  clientId?: string;
  isUnknown: boolean;
} {
  const value = frameIn(text);
  const type = textAt(value, "type");
  if (type === undefined) return { message: 'A frame is JSON: {"type", "payload"}.', isUnknown: false };
  const clientId = textAt(fieldOf(value, "payload"), "clientId");
  const named = { type, ...(clientId ? { clientId } : {}) };
  if (!clientTypes.has(type))
    return { ...named, message: "This type of frame is not known.", isUnknown: true };
  const issue = clientFrame.safeParse(value).error?.issues[0];
  const at = issue?.path.slice(1).join(".");
  return {
    ...named,
    message: `This frame breaks a rule${at ? ` at ${at}` : ""}: ${issue?.message}`,
    isUnknown: false,
  };
}

/** A frame's first and last characters are searched for its name. */
const NAME_RANGE = 4096;
const typePattern = /"type"\s*:\s*"([^"\\]{1,64})"/g;
const clientIdPattern = /"clientId"\s*:\s*"([^"\\]{1,64})"/;

/** Returns the fields that identify a frame in an error frame. Does not parse it, so that refusing one costs little. */
export function nameFrame(text: string): { type?: string; clientId?: string } {
  const isShort = text.length <= 2 * NAME_RANGE;
  const searched = isShort ? text : `${text.slice(0, NAME_RANGE)}\n${text.slice(-NAME_RANGE)}`;
  const type = [...searched.matchAll(typePattern)].find(([, name = ""]) => clientTypes.has(name))?.[1];
  const clientId = clientIdPattern.exec(searched)?.[1];
  return { ...(type ? { type } : {}), ...(clientId ? { clientId } : {}) };
}

/**
 * Returns whether a frame names another member as its sender. The sender is always the session's member
 * (docs/product.md#ids-and-times); only `read` names the other member in `senderId`.
 */
export function namesSomeoneElse({ type, payload }: ClientFrame, memberId: string): boolean {
  return namesOther(payload, memberId, type === "read" ? ["userId", "receiverId", "fromUserId"] : undefined);
}

function frameIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns a text field, cut to 64 characters, because the error frame repeats it. */
function textAt(value: unknown, key: string): string | undefined {
  const text = fieldOf(value, key);
  return typeof text === "string" ? text.slice(0, 64) : undefined;
}
