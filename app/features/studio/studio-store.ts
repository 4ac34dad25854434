import { useSyncExternalStore } from "react";
import type { AiResult } from "~/contract/ai";
import type { ArtStyleId } from "~/contract/art-styles";
import type { ImageChange } from "./known-images";

export type ToolName = "generate" | "edit" | "style";

/** One tool as its member left it. */
export interface ToolState {
  prompt: string;
  /** A data URL, or an address of this site's media. */
  source: string | null;
  style: ArtStyleId | null;
  /** When the call that is under way began, in milliseconds; null while none is. */
  startedAt: number | null;
  result: AiResult | null;
}

type Tools = Record<ToolName, ToolState>;

const idle: ToolState = { prompt: "", source: null, style: null, startedAt: null, result: null };
const untouched: Tools = { generate: idle, edit: idle, style: idle };

let owner: string | null = null;
let tools = untouched;
const listeners = new Set<() => void>();

/**
 * The studio lives outside React: a call goes on, and its result waits, while its member is elsewhere on the site.
 * Another member who logs in on this device finds it empty.
 */
export function openStudio(memberId: string): void {
  if (owner === memberId) return;
  owner = memberId;
  tools = untouched;
}

export function toolState(name: ToolName): ToolState {
  return tools[name];
}

export function changeTool(name: ToolName, change: Partial<ToolState>): void {
  tools = { ...tools, [name]: { ...tools[name], ...change } };
  // On any page: the tools go on while their member is elsewhere.
  document.documentElement.toggleAttribute("data-unsaved", Object.values(tools).some(isUnfinished));
  for (const listener of listeners) listener();
}

/** Something was put in that nothing has come of yet. */
function isUnfinished({ prompt, source, startedAt, result }: ToolState): boolean {
  return startedAt !== null || (result === null && (prompt !== "" || source !== null));
}

const imageListeners = new Set<(id: string, become: ImageChange) => void>();

/** Hears of every image that is saved or deleted on this page; call what it returns to stop. */
export function onImageChange(listener: (id: string, become: ImageChange) => void): () => void {
  imageListeners.add(listener);
  return () => void imageListeners.delete(listener);
}

/** Tells all tools and the collection what has become of an image: it was saved, or deleted. */
export function changeImage(id: string, become: ImageChange): void {
  for (const name of ["generate", "edit", "style"] as const) {
    const { result } = tools[name];
    if (result?.id !== id) continue;
    changeTool(name, { result: become === "saved" ? { ...result, isSaved: true } : null });
  }
  for (const listener of imageListeners) listener(id, become);
}

/** The tool as it was before anything was put in. */
export function clearTool(name: ToolName): void {
  changeTool(name, idle);
}

export function useTool(name: ToolName): ToolState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => tools[name],
    () => idle,
  );
}
