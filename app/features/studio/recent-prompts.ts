import { recentEntries, saveRecentEntry } from "~/features/session/recent-entries";
import type { ToolName } from "./studio-store";

/** The tools that take a prompt. */
export type PromptTool = Exclude<ToolName, "style">;

const keys: Record<PromptTool, string> = {
  generate: "afterglow_recent_prompts",
  edit: "afterglow_recent_edits",
};

/** Returns the last prompts of a tool in this browser, newest first. */
export function recentPrompts(tool: PromptTool): string[] {
  return recentEntries(keys[tool]);
}

/** Stores a prompt as the newest of a tool. */
export function saveRecentPrompt(tool: PromptTool, prompt: string): void {
  saveRecentEntry(keys[tool], prompt);
}
