import type { AiResult } from "~/contract/ai";
import { AI_FAILED, AI_PROMPT_MAX, AI_PROMPT_MIN, lengthOf } from "~/contract/limits";
import { CallError, sendJson } from "~/features/api/json";
import { showToast } from "~/ui/toast";
import { rememberPrompt } from "./recent-prompts";
import { changeTool, type ToolName, toolState } from "./studio-store";

/** Spec point 8. */
const words: Record<ToolName, { done: string; failed: string; text: string }> = {
  generate: {
    done: "Image generated",
    failed: "Generation failed",
    text: AI_FAILED,
  },
  edit: { done: "Image edited", failed: "Edit failed", text: "Failed to edit the image. Please try again." },
  style: {
    done: "Style applied",
    failed: "Style application failed",
    text: "Failed to apply the style. Please try again.",
  },
};

const running = new Map<ToolName, AbortController>();

/** The rule a prompt breaks, in the spec's words (point 5); null for a good one. */
export function promptProblem(tool: "generate" | "edit", prompt: string): string | null {
  const length = lengthOf(prompt.trim());
  if (length > AI_PROMPT_MAX) return "The prompt is too long. Please keep it under 1000 characters.";
  if (length >= AI_PROMPT_MIN) return null;
  return tool === "generate"
    ? "Please provide a detailed description of what you want to create."
    : "Please describe the changes you want.";
}

/** Runs a tool on what is put in, one call at a time. Whether anybody still looks at the page makes no difference. */
export async function runTool(tool: ToolName): Promise<void> {
  if (running.has(tool)) return;
  const call = new AbortController();
  running.set(tool, call);
  const { prompt, source, style } = toolState(tool);
  changeTool(tool, { startedAt: Date.now() });
  if (tool !== "style") rememberPrompt(tool, prompt.trim());
  const body =
    tool === "generate" ? { prompt } : tool === "edit" ? { image: source, prompt } : { image: source, style };
  try {
    const result = await sendJson<AiResult>("POST", `/api/ai/${tool}`, body, call.signal);
    if (!result.imageUrl) throw new Error("The reply names no image.");
    changeTool(tool, { result });
    showToast({ title: words[tool].done });
  } catch (error) {
    if (call.signal.aborted) return;
    // What went wrong on the server's side is told in the tool's own words, a refusal in the server's.
    const refusal = error instanceof CallError && error.status < 500 ? error.refusal : null;
    const text = refusal?.message ?? words[tool].text;
    showToast({ kind: "danger", title: words[tool].failed, text });
  } finally {
    running.delete(tool);
    changeTool(tool, { startedAt: null });
  }
}

export function cancelTool(tool: ToolName): void {
  running.get(tool)?.abort();
}
