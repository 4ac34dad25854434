import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { type ArtStyle, type ArtStyleId, artStyles } from "~/contract/art-styles";
import { ART_STYLES_SHOWN } from "~/contract/limits";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { FieldError } from "~/ui/field-error";
import { TileProgress } from "./call-progress";
import { ResultView } from "./result-view";
import { runTool } from "./run-tool";
import { SourcePicker } from "./source-picker";
import { changeTool, toolState, useTool } from "./studio-store";
import { ToolCard } from "./tool-card";
import { ToolStatus } from "./tool-status";

const WAIT_ID = "style-wait";

/**
 * Art Styles: applies a style to a photo (docs/product.md#ai-images). Without a photo, choosing a style opens the file
 * chooser.
 */
export function Styles() {
  const { t } = useLingui();
  const { source, style, startedAt, result, failure } = useTool("style");
  const [isExpanded, setExpanded] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const card = useRef<HTMLElement>(null);
  const isOpening = useRef(false);
  const busy = startedAt !== null;
  // The pressed tile shows the progress, so it stays.
  const isOpen = isExpanded || (busy && artStyles.findIndex(({ id }) => id === style) >= ART_STYLES_SHOWN);

  function choose(id: ArtStyleId) {
    if (busy) return;
    changeTool("style", { style: id });
    if (source) void runTool("style");
    // A photo that is being opened takes the style once it is there.
    else if (!isOpening.current) input.current?.click();
  }
  function setSource(dataUrl: string) {
    changeTool("style", { source: dataUrl, result: null });
    // The style may have been chosen since the photo was.
    if (toolState("style").style) void runTool("style");
  }
  return (
    <ToolCard ref={card} tool="style" title={t`Art Styles`} text={t`Upload a photo and choose a style.`}>
      <SourcePicker
        label={t({ message: "Upload an image to style", comment: "Verb: to paint in an art style" })}
        dropHint={t`Drop your photo to style it`}
        area={card}
        source={source}
        tooLarge={t`Image too large`}
        disabled={busy}
        onSource={setSource}
        isOpeningRef={isOpening}
        onRemove={() => changeTool("style", { source: null, style: null })}
        input={input}
      />
      <ul className="tiles grid gap-3 md:grid-cols-4">
        {artStyles.slice(0, isOpen ? artStyles.length : ART_STYLES_SHOWN).map((artStyle) => (
          <li key={artStyle.id} className="relative">
            <StyleTile
              artStyle={artStyle}
              isChosen={style === artStyle.id}
              isInert={busy}
              onChoose={() => choose(artStyle.id)}
            />
            {busy && style === artStyle.id && <TileProgress tool="style" startedAt={startedAt} />}
          </li>
        ))}
      </ul>
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setExpanded(!isOpen)}>
        {isOpen ? t`Show Less Styles` : t`View More Styles`}
      </Button>
      {busy && <WaitText />}
      <FieldError id="style-failure" error={failure} />
      {result && <ResultView tool="style" result={result} resetLabel={t`Start Over`} />}
      <ToolStatus tool="style" />
    </ToolCard>
  );
}

/** Says why the tiles are inert. */
function WaitText() {
  return (
    <p id={WAIT_ID} hidden>
      <Trans>Another image is being painted. Wait, or cancel it.</Trans>
    </p>
  );
}

interface StyleTileProps {
  artStyle: ArtStyle;
  isChosen: boolean;
  /** While an image is painted. Not `disabled`, because that would move the focus away. */
  isInert: boolean;
  onChoose: () => void;
}

function StyleTile({ artStyle: { id, name, description }, isChosen, isInert, onChoose }: StyleTileProps) {
  const { t } = useLingui();
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-disabled={isInert}
      aria-describedby={isInert ? WAIT_ID : undefined}
      onClick={onChoose}
      className={classNames(
        "flex h-full w-full flex-col overflow-hidden rounded-card border bg-surface text-start transition",
        isInert ? "cursor-default" : "hover:bg-wash",
        isInert && !isChosen && "opacity-50",
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
        <span className="block font-semibold">{t(name)}</span>
        <span className="mt-0.5 block text-muted text-sm leading-snug">{t(description)}</span>
      </span>
    </button>
  );
}
