import type { ToolName } from "./studio-store";

/** The tools that are told in words. */
export type PromptTool = Exclude<ToolName, "style">;

const keys: Record<PromptTool, string> = {
  generate: "afterglow_recent_prompts",
  edit: "afterglow_recent_edits",
};
const MOST = 6;

/** The prompts last used with a tool on this device, newest first. */
export function recentPrompts(tool: PromptTool): string[] {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(keys[tool]) ?? "[]");
    return Array.isArray(left) ? left.filter((one) => typeof one === "string").slice(0, MOST) : [];
  } catch {
    // Storage can be switched off, and what is in there can be anything.
    return [];
  }
}

export function rememberPrompt(tool: PromptTool, prompt: string): void {
  try {
    const others = recentPrompts(tool).filter((one) => one !== prompt);
    localStorage.setItem(keys[tool], JSON.stringify([prompt, ...others].slice(0, MOST)));
  } catch {
    // Then the next visit starts with the examples alone.
  }
}
