import type { ToolName } from "./studio-store";

/** The tools that take a prompt. */
export type PromptTool = Exclude<ToolName, "style">;

const keys: Record<PromptTool, string> = {
  generate: "afterglow_recent_prompts",
  edit: "afterglow_recent_edits",
};
const MAX_PROMPTS = 6;

/** Returns the last prompts of a tool in this browser, at most six, newest first. */
export function recentPrompts(tool: PromptTool): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keys[tool]) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((prompt) => typeof prompt === "string").slice(0, MAX_PROMPTS)
      : [];
  } catch {
    // Storage is disabled, or the entry is not JSON.
    return [];
  }
}

/** Stores a prompt as the newest of a tool. */
export function saveRecentPrompt(tool: PromptTool, prompt: string): void {
  try {
    const others = recentPrompts(tool).filter((other) => other !== prompt);
    localStorage.setItem(keys[tool], JSON.stringify([prompt, ...others].slice(0, MAX_PROMPTS)));
  } catch {
    // Storage is disabled: the studio shows the examples only.
  }
}
