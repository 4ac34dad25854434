import { t } from "@lingui/core/macro";
import { backOff, type Delays } from "~/contract/back-off";
import type { MessageView } from "~/contract/chat";
import { api } from "~/features/api/client";
import { leavesForLogIn } from "~/features/api/session-end";
import { dispatchFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { showToast } from "~/ui/toast-store";
import { isRefused } from "./is-refused";
import {
  $pendingChanges,
  dropChange,
  isPending,
  isStoredAt,
  loadChanges,
  type PendingChange,
} from "./pending-changes";

/** Changes that failed are sent again after these times, and when the link opens. */
const RETRIES: Delays = { firstMs: 10_000, longestMs: 60_000 };

/**
 * Sends a member's pending changes, including those of closed pages, until the server has answered each. One
 * request at a time for a message, across tabs, to keep their order. Returns a function that stops it.
 */
export function startChanges(memberId: string): () => void {
  const inFlight = new Set<string>();
  const retry = retries(sendAll);
  let isStopped = false;

  function sendAll(): void {
    if (isStopped) return;
    retry.stop();
    for (const change of $pendingChanges.get()) {
      if (!inFlight.has(change.messageId)) void send(change);
    }
  }

  async function send(change: PendingChange): Promise<void> {
    inFlight.add(change.messageId);
    const isDone = await inTurn(change.messageId, () => sendPending(change)).catch(() => false);
    inFlight.delete(change.messageId);
    if (isStopped) return;
    if (!isDone) return retry.start();
    retry.reset();
    // A later change of the message has waited for this one.
    sendAll();
  }

  /** Sends a change, and drops it when the server has stored or refused it. Returns whether it is done with. */
  async function sendPending(change: PendingChange): Promise<boolean> {
    if (isStopped) return true;
    if (!isPending(change.id)) {
      loadChanges(memberId);
      return true;
    }
    try {
      const payload = await transmit(change);
      if (!isStopped) dispatchFrame({ type: "message_changed", payload });
    } catch (error) {
      // It stays pending, and is sent after the log-in.
      if (leavesForLogIn(error) || !isRefused(error)) return false;
      const title = change.kind === "text" ? t`Message not edited` : t`Reaction not sent`;
      if (!isStopped) showToast({ kind: "danger", title, text: error.reason });
    }
    if (!isStopped) dropChange(change.id);
    return true;
  }

  function receive({ key }: { key: string | null }): void {
    if (isStoredAt(key)) loadChanges(memberId);
  }

  loadChanges(memberId);
  globalThis.addEventListener?.("storage", receive);
  const stops = [link.onOpen(sendAll), $pendingChanges.subscribe(sendAll)];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    globalThis.removeEventListener?.("storage", receive);
    retry.stop();
    loadChanges(null);
  };
}

/** Repeats `work` with back-off. It counts rounds: several changes may have failed at once. */
function retries(work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  function start(): void {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        failures += 1;
        work();
      },
      backOff(failures, RETRIES),
    );
  }
  function reset(): void {
    failures = 0;
  }
  return { start, stop: () => clearTimeout(timer), reset };
}

/** Runs `work` while no tab of this browser sends a change of the message. */
async function inTurn<T>(messageId: string, work: () => Promise<T>): Promise<T> {
  // No locks in an old browser, or in a page without a secure origin.
  return navigator.locks ? navigator.locks.request(`afterglow-change-${messageId}`, work) : work();
}

function transmit({ messageId, kind, value }: PendingChange): Promise<MessageView> {
  const params = { messageId };
  if (kind === "text") {
    return api("PATCH /api/chat/message/{messageId}", { params, body: { content: value ?? "" } });
  }
  return api("POST /api/chat/message/{messageId}/reaction", { params, body: { emoji: value } });
}
