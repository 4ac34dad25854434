import { useSyncExternalStore } from "react";

/**
 * What a member is writing to whom, shared by their tabs and kept across reloads until they leave (session/member-storage.ts).
 */
const PREFIX = "afterglow_draft_chat_";

/** As this page knows them: where nothing can be stored, a draft lives as long as its page. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function read(key: string): string {
  const text = texts.get(key) ?? stored(key);
  texts.set(key, text);
  return text;
}

function keep(key: string, text: string): void {
  texts.set(key, text);
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

/** Another tab has written. */
function hear({ key, newValue }: StorageEvent): void {
  if (!key?.startsWith(PREFIX)) return;
  texts.set(key, newValue ?? "");
  for (const listener of listeners) listener();
}

// The server has no window.
if (typeof window !== "undefined") window.addEventListener("storage", hear);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The draft of one conversation, kept current, and how to change it. */
export function useDraft(memberId: string, userId: string): [string, (text: string) => void] {
  const key = `${PREFIX}${memberId}_${userId}`;
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => "",
  );
  return [text, (next) => keep(key, next)];
}
