const KEY = "afterglow_recent_prompts";
const MOST = 6;

/** The prompts last used on this device, newest first. */
export function recentPrompts(): string[] {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(left) ? left.filter((one) => typeof one === "string").slice(0, MOST) : [];
  } catch {
    // Storage can be switched off, and what is in there can be anything.
    return [];
  }
}

export function rememberPrompt(prompt: string): void {
  try {
    const others = recentPrompts().filter((one) => one !== prompt);
    localStorage.setItem(KEY, JSON.stringify([prompt, ...others].slice(0, MOST)));
  } catch {
    // Then the next visit starts with the examples alone.
  }
}
