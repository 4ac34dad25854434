/** The browser's own code that a page of the chat test runs: the link, the outbox and the conversation store. */
export { loadChats, loadConversation, loadOlder, readChat } from "~/features/chat/chat-store";
export { startChat } from "~/features/chat/live-chat";
export { outbox, writeMessage } from "~/features/chat/live-outbox";
export { onFrame } from "~/realtime/frames";
export { link } from "~/realtime/link";
