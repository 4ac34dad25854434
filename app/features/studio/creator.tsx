import { type FormEvent, useEffect, useState } from "react";
import { AI_PROMPT_MAX } from "~/contract/limits";
import { Button } from "~/ui/button";
import { TextArea } from "~/ui/field";
import { Sparkle } from "~/ui/sparkle";
import { submitOnModEnter } from "~/ui/submit-on-mod-enter";
import { recentPrompts } from "./recent-prompts";
import { ResultView } from "./result-view";
import { promptProblem, runTool } from "./run-tool";
import { changeTool, useTool } from "./studio-store";
import { ToolCard } from "./tool-card";
import { Working } from "./working";

const examples = [
  "A lighthouse on a cliff at sunset, waves below",
  "Snowy mountains under a sky full of stars",
  "A quiet forest lake in morning fog",
  "A city at night in the rain, neon reflections",
];

/** AI Image Creator: a prompt becomes an image (spec point 2). */
export function Creator() {
  const { prompt, startedAt, result } = useTool("generate");
  const [problem, setProblem] = useState<string | null>(null);
  const busy = startedAt !== null;

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = promptProblem("generate", prompt);
    setProblem(wrong);
    if (!wrong && !busy) void runTool("generate");
  }
  return (
    <ToolCard title="AI Image Creator" text="Describe it, and it is drawn." icon={<Sparkle size={22} />}>
      <form onSubmit={submit} onKeyDown={submitOnModEnter} noValidate className="grid gap-3">
        <TextArea
          label="Describe your image"
          placeholder="A small harbour at dusk, lanterns on the water…"
          value={prompt}
          limit={AI_PROMPT_MAX}
          error={problem ? [problem] : undefined}
          onChange={(event) => {
            setProblem(null);
            changeTool("generate", { prompt: event.currentTarget.value });
          }}
        />
        {!result && !busy && (
          <Suggestions onChoose={(chosen) => changeTool("generate", { prompt: chosen })} />
        )}
        <Button type="submit" busy={busy} busyLabel="Generating...">
          Generate Image
        </Button>
      </form>
      {busy && <Working tool="generate" startedAt={startedAt} />}
      {result && <ResultView tool="generate" result={result} again="Create Another" />}
    </ToolCard>
  );
}

/** Prompts to start from: the member's own last ones, else examples. */
function Suggestions({ onChoose }: { onChoose: (prompt: string) => void }) {
  const [recent, setRecent] = useState<string[]>([]);
  // What this device remembers is not known to the server that renders the page.
  useEffect(() => setRecent(recentPrompts()), []);
  return (
    <>
      {recent.length > 0 && <Chips title="Recent prompts" prompts={recent.slice(0, 3)} onChoose={onChoose} />}
      <Chips title="Try one of these" prompts={examples} onChoose={onChoose} />
    </>
  );
}

function Chips({
  title,
  prompts,
  onChoose,
}: {
  title: string;
  prompts: string[];
  onChoose: (prompt: string) => void;
}) {
  return (
    <div>
      <h3 className="mb-1.5 text-muted text-sm">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {prompts.map((prompt) => (
          <li key={prompt} className="min-w-0 max-w-full">
            <button
              type="button"
              onClick={() => onChoose(prompt)}
              className="min-h-11 max-w-full truncate rounded-full border border-line px-3.5 text-left text-sm transition-colors hover:bg-wash"
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
