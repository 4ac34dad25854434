import { newId } from "~/contract/ids";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { CallError, dataUrlOf, sendJson } from "../api/json";
import { Outbox, type OutboxItem, Refusal } from "./outbox";
import { browserStorage } from "./outbox-storage";

// The server has no tab, and may not make random values while it starts.
const TAB = typeof document === "undefined" ? "" : newId();
const LOCK = "afterglow-tab-";
const ADOPT_WAIT_MS = 3000;
let memberId: string | null = null;
let lastTime = 0;

/** Text goes by the channel and is answered there; a file by a call of its own, so that it holds nothing else up. */
async function transmit({ receiverId, content, clientId, attachment }: OutboxItem): Promise<void> {
  if (!attachment) {
    link.send({ type: "message", payload: { receiverId, content, clientId } });
    return;
  }
  const { name, data } = attachment;
  const body = { content, clientId, attachment: { name, data: await dataUrlOf(data) } };
  try {
    await sendJson("POST", `/api/chat/messages/${receiverId}`, body);
    outbox.settle(clientId);
  } catch (error) {
    const isFinal = error instanceof CallError && error.status < 500 && ![401, 429].includes(error.status);
    throw isFinal ? new Refusal(error.reason) : error;
  }
}

/** This page's outbox. */
export const outbox = new Outbox(browserStorage, transmit);

/** Writes a message: from here on it is kept until the server has stored it, also when nothing has been started yet. */
export function writeMessage(
  from: string,
  receiverId: string,
  content: string,
  attachment?: OutboxItem["attachment"],
): Promise<void> {
  return outbox.add({
    clientId: newId(),
    memberId: from,
    receiverId,
    content: content || (attachment ? ATTACHMENT_ONLY_TEXT : ""),
    ...(attachment ? { attachment } : {}),
    createdAt: nextTime(),
    tabId: TAB,
  });
}

/** Never the same twice and never back, whatever the clock does: the order in which a page that comes after sends. */
function nextTime(): string {
  lastTime = Math.max(Date.now(), lastTime + 1);
  return new Date(lastTime).toISOString();
}

/** Which tabs live: each holds a lock of its own. Where there are no locks, sending again what another tab sends too is harmless. */
async function livingTabs(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.map(({ name }) => name?.slice(LOCK.length) ?? ""));
}

async function adopt(id: string): Promise<void> {
  const living = await livingTabs();
  if (memberId !== id) return;
  await outbox.adopt(id, TAB, (tab) => tab !== TAB && living.has(tab));
}

function openWithLink(): void {
  if (memberId !== null && link.state === "open") outbox.open();
}

/** Sends for a member, with what earlier pages have left; call what it returns to stop. */
export function startOutbox(id: string): () => void {
  memberId = id;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(LOCK + TAB, () => held).catch(() => undefined);
  const stops = [
    // What an earlier page has left was written first, and goes first; a database that does not answer holds up nothing for long.
    link.onOpen(() => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, ADOPT_WAIT_MS));
      void Promise.race([adopt(id).catch(() => undefined), late]).then(openWithLink);
    }),
    link.subscribe(() => {
      if (link.state !== "open") outbox.close();
    }),
    onFrame("message", ({ senderId, clientId }) => {
      if (senderId === id) outbox.settle(clientId);
    }),
    onFrame("message_deleted", ({ clientId }) => {
      if (clientId) outbox.settle(clientId);
    }),
    onFrame("error", ({ clientId, message }) => {
      if (clientId) outbox.refuse(clientId, message);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    release();
    memberId = null;
    outbox.reset();
  };
}
