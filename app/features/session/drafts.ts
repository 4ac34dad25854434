import { map } from "nanostores";
import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { beforeLogIn } from "./before-log-in";
import { DRAFT_KEYS, isOfLoggedOut, storedText, storeText } from "./member-storage";
import { useViewer } from "./viewer";

/**
 * Texts that a member has typed and not sent, in `localStorage`: a message to a member, a comment on a post, a reply to
 * a comment or an edit of it, and what the end of the session interrupted: a bio, the details of a report, the edit of
 * a post, the name of a collection. They survive Back, reloads and the end of the session, are shared by tabs, and are
 * deleted at log-out.
 */
type DraftKind = "chat" | "comment" | "reply" | "edit" | "bio" | "report" | "post" | "collection";

/**
 * Drafts by storage key, as far as this page has read them: where storage is disabled, a draft lasts as long as its
 * page.
 */
const $drafts = map<Record<string, string>>({});

const currentDraft = (key: string) => $drafts.get()[key] ?? storedText(key) ?? "";

const draftKey = (memberId: string, kind: DraftKind, id: string) => `${DRAFT_KEYS}${kind}_${memberId}_${id}`;

/** Changes the draft of one conversation. @param change returns the new text for the present one */
export function changeDraft(memberId: string, userId: string, change: (text: string) => string): void {
  const key = draftKey(memberId, "chat", userId);
  saveDraft(key, change(currentDraft(key)));
}

/** Stores a text, unless the member has logged out in another tab. */
function saveDraft(key: string, text: string): void {
  if (isOfLoggedOut(key)) return;
  storeText(key, text || null);
  $drafts.setKey(key, text);
}

/** Applies a draft that another tab has changed. */
function receiveDraft({ key, newValue }: StorageEvent): void {
  if (key?.startsWith(DRAFT_KEYS)) $drafts.setKey(key, newValue ?? "");
}

if (typeof window !== "undefined") window.addEventListener("storage", receiveDraft);

/**
 * Returns the draft of a text, shared with the member's other tabs, and its setter, which takes a text or a function of
 * the current one.
 * @param id of the member, post or comment
 * @param field holds what was typed before hydration, which becomes the draft
 */
export function useDraft(
  kind: DraftKind,
  id: string,
  field: RefObject<HTMLTextAreaElement | null>,
): [string, (next: string | ((text: string) => string)) => void] {
  const key = draftKey(useViewer()?.id ?? "", kind, id);
  const subscribe = useCallback(
    (onChange: () => void) => $drafts.listen((_, __, changed) => changed === key && onChange()),
    [key],
  );
  // The server has no storage: hydration starts with an empty draft.
  const text = useSyncExternalStore(
    subscribe,
    () => currentDraft(key),
    () => "",
  );
  useTextBeforeHydration(field, (typed) => saveDraft(key, typed));
  return [text, (next) => saveDraft(key, typeof next === "string" ? next : next(currentDraft(key)))];
}

/**
 * Returns the ref of an uncontrolled field whose text survives the session's end: the next such field has it, once.
 * @param id of the member or of the reported entity
 */
export function useInterruptedText(kind: "bio" | "report", id: string) {
  const key = draftKey(useViewer()?.id ?? "", kind, id);
  return useCallback(
    (field: HTMLTextAreaElement | null) => {
      if (!field) return;
      const text = currentDraft(key);
      if (text) {
        saveDraft(key, "");
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      return beforeLogIn(() => {
        if (field.value !== field.defaultValue) saveDraft(key, field.value);
      });
    },
    [key],
  );
}

/**
 * Does the same for a form that keeps its text in its state, which only a browser renders.
 * @returns the text that was interrupted, or "", and the function that keeps one, for `useBeforeLogIn`
 */
export function useInterruptedState(
  kind: "post" | "collection",
  id: string,
): [string, (text: string) => void] {
  const key = draftKey(useViewer()?.id ?? "", kind, id);
  const [text] = useState(() => currentDraft(key));
  useEffect(() => {
    if (text) saveDraft(key, "");
  }, [key, text]);
  return [text, (next) => saveDraft(key, next)];
}
