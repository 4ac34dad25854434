import { useRef, useState } from "react";
import { type ArtStyle, type ArtStyleId, artStyles } from "~/contract/art-styles";
import { ART_STYLES_SHOWN } from "~/contract/limits";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { CallProgress } from "./call-progress";
import { ResultView } from "./result-view";
import { runTool } from "./run-tool";
import { SourcePicker } from "./source-picker";
import { changeTool, useTool } from "./studio-store";
import { ToolCard } from "./tool-card";

/**
 * Art Styles: applies a style to a photo (docs/product.md#ai-images). Without a photo, choosing a style opens the file
 * chooser.
 */
export function Styles() {
  const { source, style, startedAt, result } = useTool("style");
  const [isExpanded, setExpanded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const busy = startedAt !== null;

  function choose(id: ArtStyleId) {
    if (busy) return;
    changeTool("style", { style: id });
    if (source) void runTool("style");
    else input.current?.click();
  }
  function setSource(dataUrl: string) {
    changeTool("style", { source: dataUrl, result: null });
    if (style) void runTool("style");
  }
  return (
    <ToolCard tool="style" title="Art Styles" text="Upload a photo and choose a style.">
      <SourcePicker
        label="Upload an image to style"
        source={source}
        tooLarge="Image too large"
        disabled={busy}
        onSource={setSource}
        onRemove={() => changeTool("style", { source: null, style: null })}
        input={input}
      />
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {artStyles.slice(0, isExpanded ? artStyles.length : ART_STYLES_SHOWN).map((artStyle) => (
          <li key={artStyle.id}>
            <StyleTile
              artStyle={artStyle}
              isChosen={style === artStyle.id}
              onChoose={() => choose(artStyle.id)}
            />
          </li>
        ))}
      </ul>
      <Button look="quiet" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
        {isExpanded ? "Show Less Styles" : "View More Styles"}
      </Button>
      {busy && <CallProgress tool="style" startedAt={startedAt} />}
      {result && <ResultView tool="style" result={result} resetLabel="Start Over" />}
    </ToolCard>
  );
}

function StyleTile({
  artStyle: { id, name, description },
  isChosen,
  onChoose,
}: {
  artStyle: ArtStyle;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={classNames(
        "block h-full w-full overflow-hidden rounded-card border bg-surface text-start transition-colors hover:bg-wash",
        isChosen ? "border-ink" : "border-line",
      )}
    >
      <img
        src={`/styles/${id}.webp`}
        alt=""
        width={320}
        height={240}
        loading="lazy"
        className="aspect-[4/3] w-full object-cover"
      />
      <span className="block p-3">
        <span className="block font-semibold">{name}</span>
        <span className="mt-0.5 block text-muted text-sm leading-snug">{description}</span>
      </span>
    </button>
  );
}
