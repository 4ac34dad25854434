import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, Download, RotateCcw, Send, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { AiResult } from "~/contract/ai";
import { handOffToComposer } from "~/features/composer/image-handoff";
import { Button } from "~/ui/button";
import { Photo } from "~/ui/photo";
import { useReload } from "~/ui/router/use-reload";
import { viewOnPress } from "~/ui/viewer";
import { Compare } from "./compare";
import { photoOf } from "./describe-image";
import { downloadImage, prepareShare, saveImage, shareImage } from "./image-actions";
import { LeftOutNote } from "./left-out-note";
import { clearTool, type ToolName, useTool } from "./studio-store";
import { resultId } from "./tool-card";

/**
 * Returns the largest width of a result: as wide as an image that leaves room for the bars, the actions and a toast, so
 * that a press reaches all of them without scrolling.
 */
const widthOf = ({ width, height }: AiResult) =>
  `min(100%, ${(width / height).toFixed(4)} * clamp(16rem, 100dvh - 23rem, 70dvh))`;

interface Props {
  tool: ToolName;
  result: AiResult;
  resetLabel: string;
}

/** The result of a tool, with its actions: what it leaves out, the image, then how it was made. */
export function ResultView({ tool, result, resetLabel }: Props) {
  const { i18n } = useLingui();
  const photo = photoOf(i18n, result);
  return (
    <div id={resultId(tool)} className="grid grid-cols-1 gap-3 max-md:scroll-mt-20">
      {result.leftOut && <LeftOutNote leftOut={result.leftOut} />}
      {result.sourceImageUrl ? (
        <Compare key={result.id} before={result.sourceImageUrl} after={photo} width={widthOf(result)} />
      ) : (
        <a
          href={result.imageUrl}
          onClick={viewOnPress([photo])}
          className="mx-auto block rounded-card"
          style={{ width: widthOf(result) }}
        >
          <Photo
            photo={photo}
            sizes="(min-width: 768px) 720px, 100vw"
            maxHeight="none"
            className="rounded-card"
          />
        </a>
      )}
      <Actions {...{ tool, result, resetLabel }} />
      <Origin result={result} />
    </div>
  );
}

function Actions({ tool, result, resetLabel }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const reload = useReload();
  const [isSaving, setIsSaving] = useState(false);
  const isRunning = useTool(tool).startedAt !== null;

  useEffect(() => prepareShare(result.imageUrl), [result.imageUrl]);

  async function save() {
    setIsSaving(true);
    if (await saveImage(result)) void reload();
    setIsSaving(false);
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" onClick={() => void navigate(handOffToComposer(result.imageUrl))}>
        <Send aria-hidden /> <Trans>Use in Post</Trans>
      </Button>
      <Button
        size="small"
        variant="quiet"
        busy={isSaving}
        disabled={result.isSaved}
        onClick={() => void save()}
      >
        <Bookmark aria-hidden className={result.isSaved ? "fill-current" : undefined} />
        <span>
          {result.isSaved
            ? t({ message: "Saved", comment: "An image of the collection" })
            : t({ message: "Save", comment: "Keeps the image in the collection" })}
        </span>
      </Button>
      <Button size="small" variant="quiet" onClick={() => void downloadImage(result.imageUrl)}>
        <Download aria-hidden /> <Trans comment="Verb">Download</Trans>
      </Button>
      <Button size="small" variant="quiet" onClick={() => void shareImage(result.imageUrl)}>
        <Share2 aria-hidden />{" "}
        <Trans context="send" comment="Button that sends the image to another app, or copies its link">
          Share
        </Trans>
      </Button>
      {!isRunning && (
        <Button size="small" variant="plain" onClick={() => clearTool(tool)}>
          <RotateCcw aria-hidden />
          <span>{resetLabel}</span>
        </Button>
      )}
    </div>
  );
}

/** Shows the engine that made the image, and the steps that it reported (docs/product.md#ai-images). */
function Origin({ result }: { result: AiResult }) {
  const { t } = useLingui();
  return (
    <p className="text-muted text-sm">
      <span>{result.engine === "local" ? t`Made by the local engine` : t`Made by Workers AI`}</span>
      {/* The engine reports in English. */}
      {result.did.length > 0 && <span lang="en">{`: ${result.did.join(", ")}`}</span>}
    </p>
  );
}
