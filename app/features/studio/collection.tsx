import { Trans, useLingui } from "@lingui/react/macro";
import { Bookmark, Ellipsis, Send } from "lucide-react";
import { type MouseEventHandler, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { AiImageView } from "~/contract/ai";
import { apiPage, type Page } from "~/features/api/client";
import { createPager, itemsOf, listOf } from "~/features/api/pager";
import { useFirstPage, usePager } from "~/features/api/use-pager";
import { handOffToComposer } from "~/features/composer/image-handoff";
import { ReportDialog } from "~/features/safety/report-dialog";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { IconButton } from "~/ui/icon-button";
import { Menu } from "~/ui/menu";
import { Photo } from "~/ui/photo";
import { Sparkle } from "~/ui/sparkle";
import { EmptyState } from "~/ui/states";
import { showError } from "~/ui/toast-store";
import { useReload } from "~/ui/use-reload";
import { viewOnPress } from "~/ui/viewer";
import { describeImage, photoOf } from "./describe-image";
import { deleteImage, downloadImage, saveImage } from "./image-actions";
import { cancelTool } from "./run-tool";
import { $imageChange, changeTool } from "./studio-store";
import { showTool } from "./tool-card";

/** The member's AI images, newest first: the saved ones, and unsaved ones, which are deleted after a day. */
export function Collection({ first }: { first: Page<AiImageView> }) {
  const { t, i18n } = useLingui();
  const { images, next, isLoading, loadMore } = useImages(first);
  return (
    <section aria-label={t`Your images`} className="border-line border-t py-6">
      <h2 className="title mb-4 text-2xl">
        <Trans>Your images</Trans>
      </h2>
      {images.length === 0 ? (
        <EmptyState
          level={3}
          icon={<Sparkle size={36} />}
          title={t`No images yet`}
          text={t`Images you create appear here. Unsaved images are deleted after a day.`}
        />
      ) : (
        <ul className="tiles grid gap-3 md:grid-cols-3 lg:grid-cols-4">
          {images.map((image, index) => (
            <li key={image.id}>
              <Tile
                image={image}
                onView={viewOnPress(
                  images.map((one) => photoOf(i18n, one)),
                  index,
                )}
              />
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <Button
          look="quiet"
          wide
          className="mt-4"
          busy={isLoading}
          busyLabel={t`Loading...`}
          onClick={() => void loadMore()}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}

function Tile({ image, onView }: { image: AiImageView; onView: MouseEventHandler<HTMLElement> }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const reload = useReload();
  const [isConfirming, setConfirming] = useState(false);
  const [isReporting, setReporting] = useState(false);

  function reuse() {
    const { kind, prompt, style, sourceImageUrl } = image;
    cancelTool(kind);
    changeTool(kind, { prompt: prompt ?? "", style, source: sourceImageUrl, result: null, failure: null });
    showTool(kind);
  }
  function openIn(tool: "edit" | "style") {
    cancelTool(tool);
    changeTool(tool, { prompt: "", style: null, source: image.imageUrl, result: null, failure: null });
    showTool(tool);
  }
  async function save() {
    if (await saveImage(image)) void reload();
  }
  async function remove() {
    if (await deleteImage(image.id)) void reload();
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
        <Menu
          align="end"
          trigger={<IconButton label={t`More`} icon={<Ellipsis aria-hidden className="!size-5" />} />}
          items={[
            [
              { label: t`Use prompt and source again`, icon: "again", onSelect: reuse },
              { label: t`Edit this image`, icon: "paint", onSelect: () => openIn("edit") },
              {
                label: t({ message: "Style this image", comment: "Verb: paints the image in an art style" }),
                icon: "style",
                onSelect: () => openIn("style"),
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
      </div>
      <ReportDialog subject={{ imageId: image.id }} open={isReporting} onOpenChange={setReporting} />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Delete this image?`}
        text={t`It is removed from your collection. Posts that use it stay.`}
        confirmLabel={t`Delete`}
        onConfirm={() => void remove()}
      />
    </figure>
  );
}

/** The loaded images: the loader's first page and the older pages. */
function useImages(first: Page<AiImageView>) {
  const { t } = useLingui();
  const [pager] = useState(() =>
    createPager((cursor: string) => apiPage("GET /api/ai/images", { query: { cursor } }), listOf(first)),
  );
  useFirstPage(pager, first);
  const { phase, ...list } = usePager(pager);
  useEffect(
    () =>
      $imageChange.listen((change) => {
        if (!change) return;
        pager.update((image) => {
          if (image.id !== change.id) return image;
          return change.kind === "saved" ? { ...image, isSaved: true } : null;
        });
      }),
    [pager],
  );

  async function loadMore() {
    await pager.loadMore();
    if (pager.$list.get().phase === "failed") {
      showError(t`Failed to load your images. Please try again later.`);
    }
  }
  return { images: itemsOf(list), next: list.next, isLoading: phase === "loading", loadMore };
}
