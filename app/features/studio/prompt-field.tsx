import { useRef } from "react";
import { AI_PROMPT_MAX } from "~/contract/limits";
import { TextArea } from "~/ui/field";
import { useTextBeforeHydration } from "~/ui/use-text-before-hydration";
import { changeTool, useTool } from "./studio-store";
import { Suggestions } from "./suggestions";

interface Props {
  tool: "generate" | "edit";
  label: string;
  placeholder: string;
  rows?: number;
  /** In English, which all engines understand best. */
  examples: string[];
  error: string | null;
  /** Called when the prompt changes. */
  onChange: () => void;
}

/** The prompt of a tool, and examples until it has a result. */
export function PromptField({ tool, examples, error, onChange, ...field }: Props) {
  const { prompt, startedAt, result } = useTool(tool);
  const area = useRef<HTMLTextAreaElement>(null);
  useTextBeforeHydration(area, (typed) => changeTool(tool, { prompt: typed }));
  function change(next: string) {
    onChange();
    changeTool(tool, { prompt: next });
  }
  return (
    <>
      <TextArea
        {...field}
        ref={area}
        value={prompt}
        limit={AI_PROMPT_MAX}
        error={error ? [error] : undefined}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {!result && startedAt === null && <Suggestions tool={tool} examples={examples} onChoose={change} />}
    </>
  );
}
