import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { Button } from "~/ui/button";
import { FieldError } from "~/ui/field-error";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { showToast } from "~/ui/toast";
import { CallProgress } from "./call-progress";
import { PromptField } from "./prompt-field";
import { ResultView } from "./result-view";
import { problemsOf, runTool } from "./run-tool";
import { SourcePicker } from "./source-picker";
import { changeTool, clearTool, useTool } from "./studio-store";
import { ToolCard } from "./tool-card";
import { ToolStatus } from "./tool-status";

const examples = [
  "Warmer, with a soft vignette",
  "Turn day into night, with stars",
  "Add falling snow",
  "Black and white, more contrast",
];

/** "Edit Existing Image": changes an uploaded image by a prompt (docs/product.md#ai-images). */
export function Editor() {
  const { t } = useLingui();
  const { prompt, source, startedAt, result, failure } = useTool("edit");
  const [error, setError] = useState<string | null>(null);
  const busy = startedAt !== null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const problems = await problemsOf("edit", { prompt, source });
    if (problems.image) showToast({ kind: "danger", title: t`Image required`, text: problems.image });
    else setError(problems.prompt ?? null);
    if (!problems.image && !problems.prompt) void runTool("edit");
  }
  return (
    <ToolCard tool="edit" title={t`Edit Existing Image`} text={t`Upload a photo and describe the changes.`}>
      <form onSubmit={submit} onKeyDown={submitOnModEnter} noValidate className="grid grid-cols-1 gap-3">
        <SourcePicker
          label={t`Upload an image to edit`}
          dropHint={t`Drop your photo to edit it`}
          source={source}
          tooLarge={t`File too large`}
          disabled={busy}
          onSource={(dataUrl) => changeTool("edit", { source: dataUrl, result: null })}
          onRemove={() => changeTool("edit", { source: null })}
        />
        <PromptField
          tool="edit"
          label={t`Describe the changes`}
          placeholder={t`Warmer, with snow and a soft vignette`}
          rows={2}
          examples={examples}
          error={error}
          onChange={() => setError(null)}
        />
        <div className="flex gap-2">
          <Button type="submit" wide busy={busy} busyLabel={t`Applying...`}>
            <Trans>Apply Edit</Trans>
          </Button>
          {!result && (source || prompt) && !busy && (
            <Button variant="quiet" onClick={() => clearTool("edit")}>
              <Trans>Start Over</Trans>
            </Button>
          )}
        </div>
      </form>
      {busy && <CallProgress tool="edit" startedAt={startedAt} />}
      <FieldError id="edit-failure" error={failure} />
      {result && <ResultView tool="edit" result={result} resetLabel={t`Start Over`} />}
      <ToolStatus tool="edit" />
    </ToolCard>
  );
}
