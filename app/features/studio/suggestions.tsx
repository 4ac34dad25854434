import { useEffect, useState } from "react";
import { type PromptTool, recentPrompts } from "./recent-prompts";

/** Prompts to start from: the member's own last ones, and examples. */
export function Suggestions({
  tool,
  examples,
  onChoose,
}: {
  tool: PromptTool;
  examples: string[];
  onChoose: (prompt: string) => void;
}) {
  const [recent, setRecent] = useState<string[]>([]);
  // What this device remembers is not known to the server that renders the page.
  useEffect(() => setRecent(recentPrompts(tool)), [tool]);
  return (
    <>
      {recent.length > 0 && <Chips title="Recent prompts" prompts={recent.slice(0, 3)} onChoose={onChoose} />}
      <Chips
        title="Try one of these"
        prompts={examples.filter((one) => !recent.slice(0, 3).includes(one))}
        onChoose={onChoose}
      />
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
