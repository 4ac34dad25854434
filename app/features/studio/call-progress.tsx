import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Progress } from "~/ui/progress";
import { cancelTool } from "./run-tool";
import type { ToolName } from "./studio-store";
import { focusStart } from "./tool-card";

export const progressLabels: Record<ToolName, MessageDescriptor> = {
  generate: msg`Generating your image`,
  edit: msg`Editing your image`,
  style: msg`Painting your image`,
};

function cancel(tool: ToolName): void {
  focusStart(tool);
  cancelTool(tool);
}

/**
 * A call in flight, beside the control that started it: the elapsed time, and Cancel. The progress bar is
 * indeterminate, because no engine reports progress. `ToolStatus` announces it.
 */
export function CallProgress({ tool, startedAt }: { tool: ToolName; startedAt: number }) {
  const { t } = useLingui();
  const seconds = useSeconds(startedAt);
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-card bg-wash p-4 forced-colors:border">
      <div className="min-w-32 flex-1">
        <p className="mb-2 font-medium text-sm">{`${t(progressLabels[tool])}…`}</p>
        <Progress label={t(progressLabels[tool])} />
      </div>
      <span className="figures min-w-12 whitespace-nowrap text-end text-muted text-sm">
        {t({ message: `${seconds} s`, comment: "Elapsed seconds" })}
      </span>
      <Button variant="quiet" size="small" onClick={() => cancel(tool)}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}

/** The same over the preview of a pressed tile, where there is little room. */
export function TileProgress({ tool, startedAt }: { tool: ToolName; startedAt: number }) {
  const { t } = useLingui();
  const seconds = useSeconds(startedAt);
  return (
    <div className="absolute inset-x-px top-px flex aspect-[4/3] flex-col items-center justify-center gap-3 rounded-t-card bg-scrim px-4">
      <span className="figures font-medium text-sm text-white">
        {t({ message: `${seconds} s`, comment: "Elapsed seconds" })}
      </span>
      <Progress label={t(progressLabels[tool])} className="w-full" />
      <Button variant="quiet" size="small" onClick={() => cancel(tool)} className="bg-surface">
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}

/** Returns the elapsed seconds in the reader's digits; re-renders ten times a second. */
function useSeconds(startedAt: number): string {
  const { i18n } = useLingui();
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return i18n.number(Math.max(0, (now - startedAt) / 1000), digits);
}
