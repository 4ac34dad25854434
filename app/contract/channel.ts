import { z } from "zod";
import { liveMessage, messageFields, messageId } from "./chat";
import { connectionSteps } from "./connections";
import { namesOther } from "./identity";
import { parseJson } from "./json";
import { notificationTypes } from "./notifications";

/**
 * Frames of `/ws`: text frames of JSON, `{"type", "payload"}`, both ways (contract.md "The channel"). This file is the
 * whole protocol: one discriminated union a direction, and the parser of what clients send.
 */
const frame = <T extends string, P extends z.ZodType>(type: T, payload: P) =>
  z.object({ type: z.literal(type), payload });

const id = z.string().min(1).max(64);
const postCount = z.object({ postId: z.string(), count: z.int() });
const someone = z.object({ userId: z.string() });

export const serverFrame = z.discriminatedUnion("type", [
  frame(
    "error",
    z.object({ message: z.string(), type: z.string().optional(), clientId: z.string().optional() }),
  ),
  frame("online", someone),
  frame("offline", someone),
  frame("online-users", z.object({ users: z.array(z.string()) })),
  frame("typing", someone.extend({ receiverId: z.string(), isTyping: z.boolean().optional() })),
  /** `userId` has read what `senderId` wrote to them, up to the message `upTo` where it is named. */
  frame("read", someone.extend({ senderId: z.string(), upTo: z.string().optional() })),
  frame("message", liveMessage),
  /** `senderId` has taken a message back, for both. */
  frame(
    "message_deleted",
    z.object({
      id: z.string(),
      senderId: z.string(),
      receiverId: z.string(),
      /** Of the sender's making: a page that still sends it can stop. */
      clientId: z.string().optional(),
    }),
  ),
  /** Ends the answer to `sync`: all messages up to `after` have been sent; `more` when there are others to ask for. */
  frame("synced", z.object({ after: z.string(), more: z.boolean() })),
  frame("like_update", postCount),
  frame("comment_update", postCount),
  frame("share_post", z.object({ postId: z.string(), fromUserId: z.string(), fromUsername: z.string() })),
  frame(
    "notification",
    z.object({
      id: z.string(),
      type: z.enum(notificationTypes),
      fromUserId: z.string(),
      fromUsername: z.string(),
      entityId: z.string().nullable(),
      /** How a comment begins. */
      message: z.string().optional(),
    }),
  ),
  /** Notifications were read, here or in another tab; `unread` is how many are left, counted up to 100. */
  frame("notifications_read", z.object({ unread: z.int() })),
  frame(
    "connection_status",
    z.object({ fromUserId: z.string(), toUserId: z.string(), status: z.enum(connectionSteps) }),
  ),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** What a client claims here is taken for the sake of the protocol and never passed on, so only its shape is held. */
const claim = (fields: z.ZodRawShape) => z.looseObject({ fromUserId: id.optional(), ...fields });
const claimedCount = claim({ userId: id.optional(), postId: id, count: z.number().optional() });

export const clientFrame = z.discriminatedUnion("type", [
  frame("online", z.object({ userId: id.optional() }).default({})),
  frame("offline", z.object({ userId: id.optional() }).default({})),
  frame(
    "typing",
    z.object({
      userId: id.optional(),
      senderId: id.optional(),
      receiverId: id,
      isTyping: z.boolean().optional(),
    }),
  ),
  /** `senderId` wrote the messages that the client has read. */
  frame(
    "read",
    z.object({
      userId: id.optional(),
      receiverId: id.optional(),
      senderId: id,
      upTo: messageId.optional(),
    }),
  ),
  frame(
    "message",
    z
      .object({
        senderId: id.optional(),
        receiverId: id,
        senderUsername: z.string().max(64).optional(),
        receiverUsername: z.string().max(64).optional(),
        timestamp: z.union([z.string().max(64), z.number()]).optional(),
        ...messageFields,
      })
      .refine(({ content, attachment }) => content !== "" || attachment, { error: "Please write a message" }),
  ),
  /** Asks for all messages after the last one the client has; without `after`, only where the last one is. */
  frame("sync", z.object({ after: messageId.nullish() }).default({})),
  frame("like_update", claimedCount),
  frame("comment_update", claimedCount),
  frame("notification", claim({ type: z.string().max(64), toUserId: id.optional() })),
  frame("connection_status", claim({ toUserId: id.optional(), status: z.enum(connectionSteps) })),
  frame("share_post", claim({ postId: id.optional() })),
]);
export type ClientFrame = z.infer<typeof clientFrame>;

const clientTypes: ReadonlySet<string> = new Set(clientFrame.options.map((one) => one.shape.type.value));

/** The frame a text stands for, or null when it is none that clients may send. `explainFrame` says why. */
export function parseClientFrame(text: string): ClientFrame | null {
  return clientFrame.safeParse(frameIn(text)).data ?? null;
}

/** Why a text is no frame, in words for its sender, with what the error frame repeats of it. */
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

/**
 * Whether a frame names somebody else as the one it comes from. The member behind a socket is the session's, always
 * (contract.md "Identity, ids, times"); `read` alone names the other member as `senderId`.
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

/** A short text field; what is repeated to the sender need not be long. */
function textAt(value: unknown, key: string): string | undefined {
  const text = fieldOf(value, key);
  return typeof text === "string" ? text.slice(0, 64) : undefined;
}
