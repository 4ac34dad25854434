import { type ClientFrame, explainFrame, namesSomeoneElse, parseClientFrame } from "~/contract/channel";
import { AppError, bodyOf, type ErrorBody } from "~/contract/errors";
import { READ_ONLY } from "~/contract/texts";
import { notConnected } from "~/domain/chat/can-chat";
import { markMessagesRead } from "~/domain/chat/mark-messages-read";
import { sendMessage } from "~/domain/chat/send-message";
import type { FrameContext } from "./frame-context";
import { handleSync } from "./handle-sync";

/** The frames that store something. */
const writes: ReadonlySet<ClientFrame["type"]> = new Set(["message", "read"]);

/**
 * Handles one text frame of a client and replies to it, or replies with an error frame that says why it was rejected.
 * @throws only errors of the server's own
 */
export async function handleFrame(context: FrameContext, socket: WebSocket, data: string): Promise<void> {
  const { sockets, memberId } = context;
  const reject = (
    body: string | (ErrorBody & { isTemporary?: boolean }),
    named: { type?: string; clientId?: string } = {},
  ) =>
    sockets.reply(socket, {
      type: "error",
      payload: { ...(typeof body === "string" ? { message: body } : body), ...named },
    });

  const frame = parseClientFrame(data);
  if (!frame) {
    const { isUnknown, message, ...named } = explainFrame(data);
    // Not its type, which the client has chosen.
    if (isUnknown) console.log(JSON.stringify({ unknownFrame: true }));
    return reject(message, named);
  }
  if (namesSomeoneElse(frame, memberId)) {
    return reject("A frame can only come from the member who is signed in.", nameOf(frame));
  }
  if (writes.has(frame.type) && (await context.isReadOnly()))
    // The client keeps it and sends it again.
    return reject({ ...bodyOf(READ_ONLY), isTemporary: true }, nameOf(frame));
  try {
    await dispatch(context, socket, frame);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    reject(bodyOf(error.text), nameOf(frame));
  }
}

async function dispatch(context: FrameContext, socket: WebSocket, frame: ClientFrame): Promise<void> {
  const { chat, sockets, presence } = context;
  switch (frame.type) {
    case "online": {
      sockets.setAway(socket, false);
      await presence.update(Date.now());
      const users = await presence.listOnline();
      sockets.reply(socket, { type: "online-users", payload: { users } });
      return chat.defer(presence.republish(Date.now()));
    }
    case "offline":
      sockets.setAway(socket, true);
      return presence.update(Date.now());
    case "visibility":
      sockets.setVisible(socket, frame.payload.isVisible);
      return;
    case "typing":
      return handleTyping(context, frame.payload);
    case "read":
      return handleRead(context, frame.payload);
    case "message": {
      const { receiverId, content, clientId, attachment, replyTo, forward } = frame.payload;
      await sendMessage(chat, receiverId, { content, clientId, attachment, replyTo, forward });
      return;
    }
    case "sync":
      return handleSync(context, socket, frame.payload.after ?? null, frame.payload.held ?? {});
    case "echo":
      // One that is awaited does not come here (`UserHub.webSocketMessage`).
      return;
    case "like_update":
    case "comment_update":
    case "notification":
    case "connection_status":
    case "share_post":
      // Accepted and ignored: the API call that stores such an event publishes it (docs/product.md#channel).
      return;
    default:
      frame satisfies never;
  }
}

type PayloadOf<T extends ClientFrame["type"]> = Extract<ClientFrame, { type: T }>["payload"];

/** Publishes that the member is typing, unless one of the two hides typing. */
async function handleTyping(
  { connectionWith, memberId, publish }: FrameContext,
  { receiverId, isTyping }: PayloadOf<"typing">,
): Promise<void> {
  // Stores nothing, so a connection that ends at this moment does no harm. `message` and `read` ask the database.
  const connection = await connectionWith(receiverId);
  if (!connection) throw notConnected();
  if (connection.hidesTyping) return;
  const payload = { userId: memberId, receiverId, ...(isTyping === undefined ? {} : { isTyping }) };
  return publish(receiverId, { type: "typing", payload });
}

/** Marks messages as read. A sender who may know is always notified: an earlier frame may be lost. */
async function handleRead(
  { chat, memberId, publish }: FrameContext,
  { senderId, upTo }: PayloadOf<"read">,
): Promise<void> {
  const { isAllowed, changed, isShown } = await markMessagesRead(chat, senderId, upTo);
  if (!isAllowed) throw notConnected();
  if (changed || !isShown) return;
  const payload = { userId: memberId, senderId, ...(upTo === undefined ? {} : { upTo }) };
  return publish(senderId, { type: "read", payload });
}

/** Returns the fields by which an error frame names the frame that it rejects. */
function nameOf(frame: ClientFrame): { type: string; clientId?: string } {
  const clientId = frame.type === "message" ? frame.payload.clientId : null;
  return { type: frame.type, ...(clientId ? { clientId } : {}) };
}
