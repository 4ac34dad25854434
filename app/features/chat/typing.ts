import { useStore } from "@nanostores/react";
import { map } from "nanostores";

/** A typing indicator expires after this time without another `typing` frame. */
const TYPING_TIMEOUT_MS = 5000;

/** Whether a member is typing to the viewer, by id. Not part of the conversation, which it would render again. */
export const $typing = map<Record<string, boolean>>({});
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Sets or clears the typing indicator of a member. */
export function setTyping(userId: string, isTyping: boolean): void {
  clearTimeout(timers.get(userId));
  $typing.setKey(userId, isTyping);
  if (isTyping)
    timers.set(
      userId,
      setTimeout(() => setTyping(userId, false), TYPING_TIMEOUT_MS),
    );
}

export function resetTyping(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  $typing.set({});
}

/** Returns whether a member is typing to the viewer. */
export const useTyping = (userId: string): boolean =>
  useStore($typing, { keys: [userId], ssr: "initial" })[userId] ?? false;
