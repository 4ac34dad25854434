import { t } from "@lingui/core/macro";
import { atom } from "nanostores";
import type { RefObject } from "react";
import { TOAST_BRIEF_MS, TOAST_DURATION_MS } from "~/contract/limits";

/** A toast, as it is shown. */
export interface Toast {
  id: number;
  title: string;
  text?: string;
  kind: "plain" | "danger";
  durationMs: number;
}

/** The element of toasts, while it is mounted. */
export const toaster: RefObject<HTMLDivElement | null> = { current: null };

let lastId = 0;

/** The toast on the screen; outside React, so that stores and the link can show toasts too. */
export const $toast = atom<Toast | null>(null);

/** Shows a toast in place of the current one: one toast shows at a time (docs/product.md#toasts). Returns its id. */
export function showToast({
  title,
  text,
  kind = "plain",
  durationMs = TOAST_DURATION_MS,
}: Pick<Toast, "title" | "text"> & Partial<Toast>): number {
  lastId += 1;
  $toast.set({ id: lastId, title, text, kind, durationMs });
  return lastId;
}

/** Shows a small confirmation for a shorter time (docs/product.md#toasts). */
export function showBrief(title: string): void {
  showToast({ title, durationMs: TOAST_BRIEF_MS });
}

/** Removes the toast; with an id, only while that toast is the one shown. */
export function dismissToast(id?: number): void {
  if (id === undefined || $toast.get()?.id === id) $toast.set(null);
}

/** Shows an error toast with the title "Error". */
export function showError(text: string): void {
  showToast({ kind: "danger", title: t`Error`, text });
}
