import { useStore } from "@nanostores/react";
import { map } from "nanostores";

/** Whether a member is typing to the viewer, by id. Not part of the conversation, which it would render again. */
export const $typing = map<Record<string, boolean>>({});

/** Returns whether a member is typing to the viewer. */
export const useTyping = (userId: string): boolean =>
  useStore($typing, { keys: [userId], ssr: "initial" })[userId] ?? false;
