/** The browser's code that a page of the chat test runs: link, outbox, changes of messages, conversation store. */
export { api } from "~/features/api/client";
export { $conversations, loadOlder, openConversation } from "~/features/chat/conversations";
export { startChat } from "~/features/chat/live-chat.client";
export { outbox } from "~/features/chat/live-outbox";
export { $pendingChanges, changeMessage } from "~/features/chat/pending-changes";
export { enqueueMessage } from "~/features/chat/waiting-messages";
export { onFrame } from "~/realtime/frames";
export { link } from "~/realtime/link";
export { startSync } from "~/realtime/sync";
