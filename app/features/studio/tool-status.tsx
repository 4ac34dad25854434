import { useLingui } from "@lingui/react/macro";
import { progressLabels } from "./call-progress";
import { leftOutTexts } from "./left-out-note";
import { type ToolName, useTool } from "./studio-store";

/**
 * Announces the progress of a tool, and the words that its result leaves out; the toast announces the result. It is
 * mounted with the tool, because a region that appears together with its text is not announced.
 */
export function ToolStatus({ tool }: { tool: ToolName }) {
  const { t, i18n } = useLingui();
  const { startedAt, result } = useTool(tool);
  const text =
    startedAt === null
      ? result?.leftOut
        ? leftOutTexts(i18n, result.leftOut).join(" ")
        : ""
      : `${t(progressLabels[tool])}…`;
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
