import { createContext } from "react";
import type { ChatStart } from "~/contract/chat";

/** The chats that the document was rendered with; null after a client-side navigation. */
export const ChatStartContext = createContext<ChatStart | null>(null);
