import { atom } from "nanostores";
import type { OutboxItem } from "./outbox";

/** The items of this page's outbox, oldest first. They show before the outbox's code is loaded. */
export const $waitingMessages = atom<readonly OutboxItem[]>([]);
