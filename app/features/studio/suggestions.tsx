import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { SOURCE } from "~/contract/languages";
import { useHydrated } from "~/ui/use-hydrated";
import { type PromptTool, recentPrompts } from "./recent-prompts";

interface SuggestionsProps {
  tool: PromptTool;
  examples: string[];
  onChoose: (prompt: string) => void;
}

/** Suggested prompts: the member's last ones, and examples. */
export function Suggestions({ tool, examples, onChoose }: SuggestionsProps) {
  const { t, i18n } = useLingui();
  const isHydrated = useHydrated();
  const recent = useMemo(() => (isHydrated ? recentPrompts(tool) : []), [isHydrated, tool]);
  return (
    <>
      {recent.length > 0 && (
        <Chips title={t`Recent prompts`} prompts={recent.slice(0, 3)} onChoose={onChoose} />
      )}
      <Chips
        title={
          i18n.locale === SOURCE ? t`Try one of these` : t`Try one of these. The AI understands English best.`
        }
        lang="en"
        prompts={examples.filter((example) => !recent.slice(0, 3).includes(example))}
        onChoose={onChoose}
      />
    </>
  );
}

interface ChipsProps {
  title: string;
  /** Of the prompts. */
  lang?: string;
  prompts: string[];
  onChoose: (prompt: string) => void;
}

function Chips({ title, lang, prompts, onChoose }: ChipsProps) {
  return (
    <div>
      <h3 className="mb-1.5 text-muted text-sm">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {prompts.map((prompt) => (
          <li key={prompt} className="min-w-0 max-w-full">
            <button
              type="button"
              dir="auto"
              lang={lang}
              onClick={() => onChoose(prompt)}
              className="min-h-11 max-w-full truncate rounded-full border border-line px-3.5 text-start text-sm transition-colors hover:bg-wash"
            >
              {prompt}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
