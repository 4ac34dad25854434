import { newId } from "~/contract/ids";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { TAB_ID } from "~/contract/tab";
import { loadChat } from "./load-chat";
import { $waitingMessages, type OutboxItem } from "./waiting-store";

let lastTime = 0;

/**
 * Enqueues a message, kept in the outbox until the server stores it, even before `startOutbox`. Resolves once it is
 * stored in the browser. If the outbox's code fails to load, the message lives as long as the page, and is sent once
 * the code has loaded.
 */
export async function enqueueMessage(
  from: string,
  receiverId: string,
  content: string,
  { attachment, replyTo, forward }: Pick<OutboxItem, "attachment" | "replyTo" | "forward"> = {},
): Promise<void> {
  const item: OutboxItem = {
    clientId: newId(),
    memberId: from,
    receiverId,
    content: content || (attachment ? ATTACHMENT_ONLY_TEXT : ""),
    ...(attachment ? { attachment } : {}),
    ...(replyTo ? { replyTo } : {}),
    ...(forward ? { forward } : {}),
    createdAt: nextTime(),
    tabId: TAB_ID,
  };
  $waitingMessages.set([...$waitingMessages.get(), item]);
  const code = await loadChat().catch(() => null);
  const waiting = $waitingMessages.get();
  // The member may have logged out meanwhile.
  if (!waiting.includes(item)) return;
  if (code) await code.outbox.add(item);
  else $waitingMessages.set(waiting.map((one) => (one === item ? { ...one, isUnstored: true } : one)));
}

/** Sends a refused message again, or deletes it. */
export async function decideOnMessage(clientId: string, decision: "retry" | "discard"): Promise<void> {
  const { outbox } = await loadChat();
  outbox[decision](clientId);
}

/** Strictly increasing timestamp; keeps the send order across reloads. */
function nextTime(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return new Date(lastTime).toISOString();
}
