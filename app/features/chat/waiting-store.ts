import { atom } from "nanostores";
import type { MessageView } from "~/contract/chat";

/** A message that the server has not acknowledged. */
export interface OutboxItem {
  /** Idempotency key: resending the message stores nothing new. */
  clientId: string;
  /** The author: several members may use one browser. */
  memberId: string;
  receiverId: string;
  content: string;
  attachment?: {
    name: string;
    type: string;
    data: Blob;
    /** Pixels, of a picture that was shown. */
    width?: number;
    height?: number;
  };
  /** The message that it answers. */
  replyTo?: MessageView["replyTo"];
  /** The message that it forwards: the server copies the text and the file. */
  forward?: { id: string; file?: { name: string; size: number } };
  /** ISO 8601; strictly increasing within a tab. */
  createdAt: string;
  /** The tab that sends it while that tab is open. */
  tabId: string;
  /** The reason for which the server refused it. A refused item is sent again only when the member presses Retry. */
  refused?: string;
  /** It could not be stored, so it does not outlive the page. */
  isUnstored?: true;
}

/** The items of this page's outbox, oldest first. They show before the outbox's code is loaded. */
export const $waitingMessages = atom<readonly OutboxItem[]>([]);
