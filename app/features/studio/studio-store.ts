import { useStore } from "@nanostores/react";
import { atom } from "nanostores";
import type { AiResult } from "~/contract/ai";
import type { ArtStyleId } from "~/contract/art-styles";
import { markUnsaved } from "~/ui/unsaved-work";

export type ToolName = "generate" | "edit" | "style";

/** Input and output of one tool. */
export interface ToolState {
  prompt: string;
  /** A data URL, or a URL of this site's media. */
  source: string | null;
  style: ArtStyleId | null;
  /** Start of the call in flight, in milliseconds since 1970; null when there is none. */
  startedAt: number | null;
  result: AiResult | null;
  /** The reason of the last failure; null after a success. It outlasts the toast, which the next one replaces. */
  failure: string | null;
}

const emptyTool: ToolState = {
  prompt: "",
  source: null,
  style: null,
  startedAt: null,
  result: null,
  failure: null,
};

/** Outside React, so that calls continue, and inputs and results stay, while the member is on another page. */
const $tools = {
  generate: atom(emptyTool),
  edit: atom(emptyTool),
  style: atom(emptyTool),
} satisfies Record<ToolName, unknown>;

let ownerId: string | null = null;

/** Opens the studio for a member. Clears the inputs and results of another member. */
export function openStudio(memberId: string): void {
  if (ownerId === memberId) return;
  ownerId = memberId;
  for (const $tool of Object.values($tools)) $tool.set(emptyTool);
}

/** Returns the current state of a tool. */
export function toolState(name: ToolName): ToolState {
  return $tools[name].get();
}

let endUnsaved: (() => void) | undefined;

/** Changes the state of a tool, and marks unsaved work while a tool is unfinished. */
export function changeTool(name: ToolName, change: Partial<ToolState>): void {
  $tools[name].set({ ...toolState(name), ...change });
  // On any page, because calls continue when the member leaves the studio.
  const isUnsaved = Object.values($tools).some(($tool) => isUnfinished($tool.get()));
  endUnsaved?.();
  endUnsaved = isUnsaved ? markUnsaved() : undefined;
}

/** Whether a call is in flight, or there is input without a result. */
function isUnfinished({ prompt, source, startedAt, result }: ToolState): boolean {
  return startedAt !== null || (result === null && (prompt !== "" || source !== null));
}

interface ImageChange {
  id: string;
  kind: "saved" | "deleted";
}

/** The last change of an image in this document. */
export const $imageChange = atom<ImageChange | null>(null);

/** Publishes that an image was saved or deleted, and updates the tools whose result it is. */
export function publishImageChange(change: ImageChange): void {
  for (const name of ["generate", "edit", "style"] as const) {
    const { result } = toolState(name);
    if (result?.id !== change.id) continue;
    changeTool(name, { result: change.kind === "saved" ? { ...result, isSaved: true } : null });
  }
  $imageChange.set(change);
}

/** Clears input and output of a tool. */
export function clearTool(name: ToolName): void {
  changeTool(name, emptyTool);
}

/** Returns the state of a tool, and re-renders when it changes. */
export function useTool(name: ToolName): ToolState {
  return useStore($tools[name], { ssr: "initial" });
}
