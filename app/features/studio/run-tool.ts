import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { AiResult } from "~/contract/ai";
import { messageIn, ruleMessage } from "~/contract/messages";
import { ApiError, api } from "~/features/api/client";
import { blobOf, dataUrlOf } from "~/features/api/data-url";
import { sendReadable } from "~/features/photo/send-readable";
import { retryImport } from "~/ui/retry-import";
import { showToast } from "~/ui/toast";
import { saveRecentPrompt } from "./recent-prompts";
import { changeTool, type ToolName, type ToolState, toolState } from "./studio-store";
import { showResult } from "./tool-card";

/** Texts of the toasts (docs/product.md#toasts). */
const messages: Record<ToolName, Record<"done" | "failed" | "text", MessageDescriptor>> = {
  generate: {
    done: msg`Image generated`,
    failed: msg`Generation failed`,
    text: msg`Failed to generate the image. Please try again.`,
  },
  edit: {
    done: msg`Image edited`,
    failed: msg`Edit failed`,
    text: msg`Failed to edit the image. Please try again.`,
  },
  style: {
    done: msg`Style applied`,
    failed: msg`Style application failed`,
    text: msg`Failed to apply the style. Please try again.`,
  },
};

const loadContract = retryImport(() => import("~/contract/ai"));

const running = new Map<ToolName, AbortController>();

/** The message of the first rule that each field of a tool's input breaks. */
export type ToolProblems = Partial<Record<"image" | "prompt", string>>;

/** Checks a tool's input with the schema of its call, which is loaded on demand. */
export async function problemsOf(
  tool: "generate" | "edit",
  { prompt, source }: Pick<ToolState, "prompt" | "source">,
): Promise<ToolProblems> {
  // Without the schema, the server's reply shows the broken rule.
  const contract = await loadContract().catch(() => null);
  if (!contract) return {};
  const schema = tool === "generate" ? contract.generateInput : contract.editInput;
  const issues = schema.safeParse({ prompt, image: source ?? "" }).error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }) => [path[0], messageIn(i18n, ruleMessage(message))]).reverse(),
  );
}

/** Runs a tool on its input, one call at a time per tool. The call continues when the member leaves the page. */
export async function runTool(tool: ToolName): Promise<void> {
  if (running.has(tool)) return;
  const call = new AbortController();
  running.set(tool, call);
  const { prompt } = toolState(tool);
  changeTool(tool, { startedAt: Date.now(), failure: null });
  if (tool !== "style") saveRecentPrompt(tool, prompt.trim());
  try {
    const result = await requestImage(tool, call.signal);
    if (!result.imageUrl) throw new Error("The reply has no image URL.");
    changeTool(tool, { result });
    showResult(tool);
    showToast({ title: i18n._(messages[tool].done) });
  } catch (error) {
    if (call.signal.aborted) return;
    // A client error's message names the reason; a server error's does not help the member.
    const body = error instanceof ApiError && error.status < 500 ? error.body : null;
    const text = body?.message ?? i18n._(messages[tool].text);
    changeTool(tool, { failure: text });
    showToast({ kind: "danger", title: i18n._(messages[tool].failed), text });
  } finally {
    running.delete(tool);
    changeTool(tool, { startedAt: null });
  }
}

/** Calls a tool with its current input. The server validates source and prompt. @throws as `api` does */
function requestImage(tool: ToolName, signal: AbortSignal): Promise<AiResult> {
  const { prompt, source, style } = toolState(tool);
  if (tool === "generate") return api("POST /api/ai/generate", { body: { prompt }, signal });
  return sendSource(source ?? "", (image) => {
    if (tool === "edit") return api("POST /api/ai/edit", { body: { image, prompt }, signal });
    if (!style) throw new Error("No art style is chosen.");
    return api("POST /api/ai/style", { body: { image, style }, signal });
  });
}

/** Sends a source: a file that the server cannot read is drawn anew, stored media is named by its URL. */
async function sendSource(source: string, send: (image: string) => Promise<AiResult>): Promise<AiResult> {
  const file = blobOf(source);
  if (!file) return send(source);
  return sendReadable(file, async (image) => send(image === file ? source : await dataUrlOf(image)));
}

/** Aborts the call of a tool, if one is in flight. */
export function cancelTool(tool: ToolName): void {
  running.get(tool)?.abort();
}
