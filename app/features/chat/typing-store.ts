import { atom } from "nanostores";

/** Without another `typing` frame a member counts as no longer typing. */
const TYPING_TIMEOUT_MS = 5000;

/** Ids of the members who are typing to the viewer. */
export const $typing = atom<ReadonlySet<string>>(new Set());

const timers = new Map<string, ReturnType<typeof setTimeout>>();

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

export function resetTyping(): void {
  for (const userId of $typing.get()) setTyping(userId, false);
}
