import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, Ellipsis, Send } from "lucide-react";
import { type MouseEventHandler, useState } from "react";
import { useNavigate } from "react-router";
import type { AiImageView } from "~/contract/ai";
import { handOffToComposer } from "~/features/composer/image-handoff";
import { ReportDialog } from "~/features/safety/report-dialog";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { IconButton } from "~/ui/icon-button";
import { Menu } from "~/ui/menu";
import { Photo } from "~/ui/photo";
import { useReload } from "~/ui/router/use-reload";
import { describeImage, photoOf } from "./describe-image";
import { deleteImage, downloadImage, saveImage } from "./image-actions";
import { cancelTool } from "./run-tool";
import { changeTool } from "./studio-store";
import { showTool } from "./tool-card";

interface Props {
  image: AiImageView;
  /** Opens the viewer. */
  onView: MouseEventHandler<HTMLElement>;
}

/** An image of the collection, with what can be done with it. */
export function ImageTile({ image, onView }: Props) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const reload = useReload();
  async function save() {
    if (await saveImage(image)) void reload();
  }
  return (
    <figure className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <a href={image.imageUrl} onClick={onView} className="block -outline-offset-2">
        <Photo photo={photoOf(i18n, image)} shape="square" sizes="(min-width: 1024px) 240px, 50vw" />
      </a>
      <figcaption className="px-3 pt-2.5">
        <p dir="auto" className="line-clamp-2 text-sm">
          {image.prompt ?? describeImage(i18n, image)}
        </p>
        <p className="mt-1 text-muted text-xs">
          <span>
            {image.isSaved
              ? t({ message: "Saved", comment: "An image of the collection" })
              : t`Not saved · deleted after a day`}
          </span>
          {image.engine === "local" && (
            <span>
              {" · "}
              <Trans comment="The AI engine of a demo, which made the image">local engine</Trans>
            </span>
          )}
        </p>
      </figcaption>
      <div className="mt-auto flex items-center">
        <IconButton
          tooltip
          label={t`Use in Post`}
          icon={<Send aria-hidden className="!size-5" />}
          onClick={() => void navigate(handOffToComposer(image.imageUrl))}
        />
        {!image.isSaved && (
          <IconButton
            tooltip
            label={t`Save image`}
            icon={<Bookmark aria-hidden className="!size-5" />}
            onClick={() => void save()}
          />
        )}
        <span className="flex-1" />
        <ImageMenu image={image} />
      </div>
    </figure>
  );
}

/** The menu of an image, with the dialogs that it opens. */
function ImageMenu({ image }: { image: AiImageView }) {
  const { t } = useLingui();
  const reload = useReload();
  const [isConfirming, setConfirming] = useState(false);
  const [isReporting, setReporting] = useState(false);

  async function remove() {
    if (await deleteImage(image.id)) void reload();
  }
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label={t`More`} icon={<Ellipsis aria-hidden className="!size-5" />} />}
        items={[
          [
            { label: t`Use prompt and source again`, icon: "again", onSelect: () => reuse(image) },
            { label: t`Edit this image`, icon: "paint", onSelect: () => openIn("edit", image.imageUrl) },
            {
              label: t({ message: "Style this image", comment: "Verb: paints the image in an art style" }),
              icon: "style",
              onSelect: () => openIn("style", image.imageUrl),
            },
          ],
          [
            {
              label: t`Download image`,
              icon: "download",
              onSelect: () => void downloadImage(image.imageUrl),
            },
            { label: t`Report image`, icon: "report", onSelect: () => setReporting(true) },
            { label: t`Delete image`, icon: "delete", danger: true, onSelect: () => setConfirming(true) },
          ],
        ]}
      />
      <ReportDialog subject={{ imageId: image.id }} open={isReporting} onOpenChange={setReporting} />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Delete this image?`}
        text={t`It is removed from your collection. Posts that use it stay.`}
        confirmLabel={t`Delete`}
        onConfirm={() => void remove()}
      />
    </>
  );
}

/** Fills the tool that made an image with its prompt, style and source. */
function reuse({ kind, prompt, style, sourceImageUrl }: AiImageView): void {
  cancelTool(kind);
  changeTool(kind, { prompt: prompt ?? "", style, source: sourceImageUrl, result: null, failure: null });
  showTool(kind);
}

/** Makes an image the source of a tool. */
function openIn(tool: "edit" | "style", source: string): void {
  cancelTool(tool);
  changeTool(tool, { prompt: "", style: null, source, result: null, failure: null });
  showTool(tool);
}
