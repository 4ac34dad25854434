import { map } from "nanostores";
import { useSyncExternalStore } from "react";

/**
 * Prefix of the `localStorage` keys. Drafts survive reloads, are shared by tabs, and are deleted at log-out
 * (session/clear-member.client.ts).
 */
const PREFIX = "afterglow_draft_chat_";

/**
 * Drafts by storage key, as far as this page has read them: where storage is disabled, a draft lasts as long as its
 * page.
 */
const $drafts = map<Record<string, string>>({});

function storedDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

const currentDraft = (key: string) => $drafts.get()[key] ?? storedDraft(key);

const draftKey = (memberId: string, userId: string) => `${PREFIX}${memberId}_${userId}`;

/** Changes the draft of one conversation. @param change returns the new text for the present one */
export function changeDraft(memberId: string, userId: string, change: (text: string) => string): void {
  const key = draftKey(memberId, userId);
  saveDraft(key, change(currentDraft(key)));
}

function saveDraft(key: string, text: string): void {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // Storage is disabled.
  }
  $drafts.setKey(key, text);
}

/** Applies a draft that another tab has changed. */
function receiveDraft({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(PREFIX)) $drafts.setKey(key, newValue ?? "");
}

if (typeof window !== "undefined") window.addEventListener("storage", receiveDraft);

/** Returns the draft of one conversation, shared with the member's other tabs, and a function that changes it. */
export function useDraft(memberId: string, userId: string): [string, (text: string) => void] {
  const key = draftKey(memberId, userId);
  // The server has no storage: hydration starts with an empty draft.
  const text = useSyncExternalStore(
    (onChange) => $drafts.listen(onChange),
    () => currentDraft(key),
    () => "",
  );
  return [text, (next) => saveDraft(key, next)];
}
