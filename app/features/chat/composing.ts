import { map } from "nanostores";
import type { MessageView } from "~/contract/chat";

/** The message that the message box answers or edits. */
export interface Composing {
  kind: "reply" | "edit";
  message: MessageView;
}

/** The reply or the edit that the message box of a conversation is used for, by the other member's id. */
export const $composing = map<Record<string, Composing | undefined>>({});
