import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { Button } from "~/ui/button";
import { FieldError } from "~/ui/field-error";
import { Sparkle } from "~/ui/sparkle";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { CallProgress } from "./call-progress";
import { PromptField } from "./prompt-field";
import { ResultView } from "./result-view";
import { problemsOf, runTool } from "./run-tool";
import { useTool } from "./studio-store";
import { ToolCard } from "./tool-card";
import { ToolStatus } from "./tool-status";

const examples = [
  "A lighthouse on a cliff at sunset, waves below",
  "Snowy mountains under a sky full of stars",
  "A quiet forest lake in morning fog",
  "A city at night in the rain, neon reflections",
];

/** AI Image Creator: generates an image from a prompt (docs/product.md#ai-images). */
export function Creator() {
  const { t } = useLingui();
  const { prompt, startedAt, result, failure } = useTool("generate");
  const [error, setError] = useState<string | null>(null);
  const busy = startedAt !== null;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const problems = await problemsOf("generate", { prompt, source: null });
    setError(problems.prompt ?? null);
    if (!problems.prompt) void runTool("generate");
  }
  return (
    <ToolCard
      tool="generate"
      title={t`AI Image Creator`}
      text={t`Describe an image, and AI creates it.`}
      icon={<Sparkle size={22} />}
    >
      <form onSubmit={submit} onKeyDown={submitOnModEnter} noValidate className="grid grid-cols-1 gap-3">
        <PromptField
          tool="generate"
          label={t`Describe your image`}
          placeholder={t`A small harbour at dusk, lanterns on the water…`}
          examples={examples}
          error={error}
          onChange={() => setError(null)}
        />
        <Button type="submit" busy={busy} busyLabel={t`Generating...`}>
          <Trans>Generate Image</Trans>
        </Button>
      </form>
      {busy && <CallProgress tool="generate" startedAt={startedAt} />}
      <FieldError id="generate-failure" error={failure} />
      {result && (
        <ResultView
          tool="generate"
          result={result}
          resetLabel={t({ message: "Create Another", comment: "Another image" })}
        />
      )}
      <ToolStatus tool="generate" />
    </ToolCard>
  );
}
