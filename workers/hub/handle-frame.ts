import {
  type ClientFrame,
  explainFrame,
  namesSomeoneElse,
  parseClientFrame,
  type ServerFrame,
} from "~/contract/channel";
import { AppError } from "~/contract/errors";
import { FRAME_MAX_BYTES } from "~/contract/limits";
import { markMessagesRead } from "~/domain/chat/mark-read";
import { sendMessage } from "~/domain/chat/send-message";
import { areConnected } from "~/domain/connections/are-connected";
import type { FrameContext } from "./frame-context";
import { answerSync } from "./sync";

/** Answers one frame of a client's: what is wrong with it, or what it asks for. Never throws for what a client sent. */
export async function handleFrame(
  context: FrameContext,
  socket: WebSocket,
  data: string | ArrayBuffer,
): Promise<void> {
  const { sockets, memberId } = context;
  const refuse = (message: string, named: { type?: string; clientId?: string } = {}) =>
    sockets.reply(socket, { type: "error", payload: { message, ...named } });

  if (typeof data !== "string") return refuse("A frame is text.");
  if (isTooLarge(data)) return refuse("This frame is too large: the limit is 8 MB.");
  const frame = parseClientFrame(data);
  if (!frame) {
    const { isUnknown, message, ...named } = explainFrame(data);
    if (isUnknown) console.log(JSON.stringify({ unknownFrame: named.type }));
    return refuse(message, named);
  }
  if (namesSomeoneElse(frame, memberId)) {
    const clientId = frame.type === "message" ? frame.payload.clientId : null;
    return refuse("A frame can only come from the member who is signed in.", {
      type: frame.type,
      ...(clientId ? { clientId } : {}),
    });
  }
  await act(context, socket, frame);
}

async function act(context: FrameContext, socket: WebSocket, frame: ClientFrame): Promise<void> {
  const { sockets, presence, memberId } = context;
  switch (frame.type) {
    case "online": {
      sockets.setAway(socket, false);
      await presence.update(Date.now());
      const users = await presence.listOnline();
      return sockets.reply(socket, { type: "online-users", payload: { users } });
    }
    case "offline":
      sockets.setAway(socket, true);
      return presence.update(Date.now());
    case "typing": {
      const { receiverId, isTyping } = frame.payload;
      return relay(context, socket, receiverId, {
        type: "typing",
        payload: { userId: memberId, receiverId, ...(isTyping === undefined ? {} : { isTyping }) },
      });
    }
    case "read":
      return read(context, socket, frame.payload);
    case "message":
      return message(context, socket, frame.payload);
    case "sync":
      return answerSync(context, socket, frame.payload.after ?? null);
    case "like_update":
    case "comment_update":
    case "notification":
    case "connection_status":
    case "share_post":
      // Claims: others are told by the calls that store what happened (contract.md "The channel").
      return;
    default:
      frame satisfies never;
  }
}

type PayloadOf<T extends ClientFrame["type"]> = Extract<ClientFrame, { type: T }>["payload"];

/** Stores a message; its sender is answered, on every tab, by what was stored. */
async function message(
  { chat, sockets }: FrameContext,
  socket: WebSocket,
  { receiverId, content, clientId, attachment }: PayloadOf<"message">,
): Promise<void> {
  try {
    await sendMessage(chat, receiverId, { content, clientId, attachment });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const payload = { message: error.message, type: "message", ...(clientId ? { clientId } : {}) };
    sockets.reply(socket, { type: "error", payload });
  }
}

/** Marks messages as read. Their writer hears of it even when they were read before: the first word may have got lost. */
async function read(
  context: FrameContext,
  socket: WebSocket,
  { senderId, upTo }: PayloadOf<"read">,
): Promise<void> {
  const { chat, memberId } = context;
  const isConnection = await areConnected(chat.db, memberId, senderId);
  if (isConnection && (await markMessagesRead(chat, senderId, upTo)).changed) return;
  const payload = { userId: memberId, senderId, ...(upTo === undefined ? {} : { upTo }) };
  return relay(context, socket, senderId, { type: "read", payload });
}

/** Passes something fleeting on to a connection; others are told nothing, and least of all that this member is here. */
async function relay(
  context: FrameContext,
  socket: WebSocket,
  to: string,
  frame: ServerFrame,
): Promise<void> {
  if (await areConnected(context.chat.db, context.memberId, to)) return context.publish(to, frame);
  const payload = { message: "Only connections can reach each other.", type: frame.type };
  context.sockets.reply(socket, { type: "error", payload });
}

/** Bytes of UTF-8 are one to three a UTF-16 unit; only in between do they have to be counted. */
function isTooLarge(text: string): boolean {
  if (text.length > FRAME_MAX_BYTES) return true;
  return text.length * 3 > FRAME_MAX_BYTES && new TextEncoder().encode(text).length > FRAME_MAX_BYTES;
}
