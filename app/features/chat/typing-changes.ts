import { $typing } from "./typing-store";

/** A typing mark expires after this time without another `typing` frame. */
const TYPING_TIMEOUT_MS = 5000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Sets or clears the typing mark of a member; a set mark expires by itself. */
export function setTyping(userId: string, isTyping: boolean): void {
  clearTimeout(timers.get(userId));
  timers.delete(userId);
  if (isTyping)
    timers.set(
      userId,
      setTimeout(() => setTyping(userId, false), TYPING_TIMEOUT_MS),
    );
  if (isTyping === $typing.get().has(userId)) return;
  const others = [...$typing.get()].filter((id) => id !== userId);
  $typing.set(new Set(isTyping ? [...others, userId] : others));
}

/** Clears all typing marks at log-out. */
export function resetTyping(): void {
  for (const userId of $typing.get()) setTyping(userId, false);
}
