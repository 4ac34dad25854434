import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, useRef, useState } from "react";
import { AI_PROMPT_MAX } from "~/contract/limits";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { FieldError } from "~/ui/field-error";
import { Sparkle } from "~/ui/sparkle";
import { submitOnModEnter } from "~/ui/submit-on-enter";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { CallProgress } from "./call-progress";
import { ResultView } from "./result-view";
import { problemsOf, runTool } from "./run-tool";
import { changeTool, useTool } from "./studio-store";
import { Suggestions } from "./suggestions";
import { ToolCard } from "./tool-card";
import { ToolStatus } from "./tool-status";

/** In English, which all engines understand best. */
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
  const area = useRef<HTMLTextAreaElement>(null);
  useTextBeforeHydration(area, (typed) => changeTool("generate", { prompt: typed }));

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
        <TextArea
          label={t`Describe your image`}
          placeholder={t`A small harbour at dusk, lanterns on the water…`}
          ref={area}
          value={prompt}
          limit={AI_PROMPT_MAX}
          error={error ? [error] : undefined}
          onChange={(event) => {
            setError(null);
            changeTool("generate", { prompt: event.currentTarget.value });
          }}
        />
        {!result && !busy && (
          <Suggestions
            tool="generate"
            examples={examples}
            onChoose={(chosen) => {
              setError(null);
              changeTool("generate", { prompt: chosen });
            }}
          />
        )}
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
