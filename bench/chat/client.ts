/** What of the browser's own code a page of the proof runs: the link, the outbox and the store of conversations. */
export { loadChats, loadConversation, loadOlder, readChat } from "~/features/chat/chat-store";
export { startChat } from "~/features/chat/live-chat";
export { outbox, writeMessage } from "~/features/chat/live-outbox";
export { onFrame } from "~/realtime/frames";
export { link } from "~/realtime/link";
