import { t } from "@lingui/core/macro";
import { ATTACHMENT_MAX_BYTES } from "~/contract/limits";
import { ATTACHMENT_UNREADABLE } from "~/contract/message-texts";
import { TAB_ID } from "~/contract/tab";
import { inPageLanguage } from "~/features/api/page-language";
import { sendReadable } from "~/features/photo/send-readable";
import { onFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { showToast } from "~/ui/toast-store";
import { api } from "../api/client";
import { dataUrlOf } from "../api/data-url";
import { isRefused } from "./is-refused";
import { Outbox, RefusedError } from "./outbox";
import { browserStorage } from "./outbox-storage";
import { $waitingMessages, type OutboxItem } from "./waiting-store";

const LOCK_PREFIX = "afterglow-tab-";
/** Timeout for reading stored items, so that a slow database does not delay new messages. */
const ADOPT_TIMEOUT_MS = 3000;
let memberId: string | null = null;

/** Sends text by the link, which acknowledges it, and a file by HTTP, so that it does not delay other frames. */
async function transmit({ receiverId, clientId, attachment, forward, ...item }: OutboxItem): Promise<void> {
  const replyTo = item.replyTo && { replyTo: item.replyTo.id };
  // The text of a forwarded message is there for the page alone.
  const content = forward ? "" : item.content;
  const more = { ...replyTo, ...(forward ? { forward: forward.id } : {}) };
  if (!attachment && !forward?.file) {
    link.send({ type: "message", payload: { receiverId, content, clientId, ...more } });
    return;
  }
  const send = async (data?: Blob) => {
    const file = attachment && data && (await fileOf({ name: attachment.name, data }));
    const body = { content, clientId, ...more, ...(file ? { attachment: file } : {}) };
    return api("POST /api/chat/messages/{userId}", { params: { userId: receiverId }, body });
  };
  try {
    await (attachment ? sendReadable(attachment.data, send, ATTACHMENT_MAX_BYTES) : send());
    outbox.acknowledge(clientId);
  } catch (error) {
    throw isRefused(error) ? new RefusedError(error.reason) : error;
  }
}

async function fileOf({ name, data }: Pick<NonNullable<OutboxItem["attachment"]>, "name" | "data">) {
  const dataUrl = await dataUrlOf(data).catch(() => {
    // A resend would fail too, and would hold up the messages behind it.
    throw new RefusedError(t(ATTACHMENT_UNREADABLE));
  });
  return { name, data: dataUrl };
}

/** This page's outbox. */
export const outbox = new Outbox(browserStorage, transmit, $waitingMessages);

/** Says that a message was not forwarded: its conversation, which shows why, may not be the open one. */
function reportRefusedForwards(items: readonly OutboxItem[], before: readonly OutboxItem[] = []): void {
  for (const { clientId, forward, refused } of items) {
    const known = before.find((one) => one.clientId === clientId);
    if (!forward || refused === undefined || !known || known.refused !== undefined) continue;
    showToast({ kind: "danger", title: t`Message not forwarded`, text: refused });
  }
}

/**
 * Returns the ids of the open tabs, each of which holds a lock. Without the Web Locks API two tabs may send the
 * same item, which is idempotent.
 */
async function openTabs(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(LOCK_PREFIX) ? [name.slice(LOCK_PREFIX.length)] : [])),
  );
}

async function adopt(id: string): Promise<void> {
  const tabs = await openTabs();
  if (memberId !== id) return;
  await outbox.adopt(id, TAB_ID, (tab) => tab !== TAB_ID && tabs.has(tab));
}

function openIfLinked(): void {
  if (memberId !== null && link.state === "open") outbox.open();
}

/** Sends a member's messages, including those of closed tabs. Returns a function that stops it. */
export function startOutbox(id: string): () => void {
  memberId = id;
  // Keeps items written before this code loaded. Another member's stay in storage; some may be unstored.
  $waitingMessages.set($waitingMessages.get().filter((item) => item.memberId === id));
  void outbox.storeRest();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(LOCK_PREFIX + TAB_ID, () => held).catch(() => undefined);
  const stops = [
    outbox.$items.listen(reportRefusedForwards),
    // Items of closed tabs are older, so they are sent first.
    link.onOpen(() => {
      const limit = outbox.isStorageDown ? 0 : ADOPT_TIMEOUT_MS;
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, limit));
      void Promise.race([adopt(id).catch(() => undefined), timeout]).then(openIfLinked);
    }),
    link.$state.listen((state) => {
      if (state !== "open") outbox.close();
    }),
    onFrame("message", ({ senderId, clientId }) => {
      if (senderId === id) outbox.acknowledge(clientId);
    }),
    onFrame("message_deleted", ({ clientId }) => {
      if (clientId) outbox.acknowledge(clientId);
    }),
    onFrame("error", ({ clientId, isTemporary, ...reason }) => {
      // After a temporary error, the outbox resends on its own.
      if (!clientId || isTemporary) return;
      void inPageLanguage(reason).then(({ message }) => outbox.refuse(clientId, message));
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    release();
    memberId = null;
    outbox.reset();
  };
}
