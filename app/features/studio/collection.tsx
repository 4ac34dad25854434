import { Bookmark, Ellipsis, Send } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import type { AiImageView } from "~/contract/ai";
import { getPage } from "~/features/api/json";
import { leaveForComposer } from "~/features/composer/handed-over";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { IconButton } from "~/ui/icon-button";
import { Menu } from "~/ui/menu";
import { Photo } from "~/ui/photo";
import { Sparkle } from "~/ui/sparkle";
import { EmptyState } from "~/ui/states";
import { showToast } from "~/ui/toast";
import { deleteImage, downloadImage, saveImage } from "./image-actions";
import { type FirstImages, knownFrom, withChange, withFirst, withOlder } from "./known-images";
import { inWords } from "./result-view";
import { cancelTool } from "./run-tool";
import { changeTool, onImageChange } from "./studio-store";
import { showTool } from "./tool-card";

/** The member's AI images, newest first: saved ones, and those that go within a day. */
export function Collection({ first }: { first: FirstImages }) {
  const { known, more, busy } = useImages(first);
  return (
    <section aria-label="Your images" className="border-line border-t py-6">
      <h2 className="title mb-4 text-2xl">Your images</h2>
      {known.items.length === 0 ? (
        <EmptyState
          level={3}
          icon={<Sparkle size={36} />}
          title="No images yet"
          text="What you create appears here. Save what you want to keep: the rest goes after a day."
        />
      ) : (
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-4">
          {known.items.map((image) => (
            <li key={image.id}>
              <Tile image={image} />
            </li>
          ))}
        </ul>
      )}
      {known.next && (
        <Button
          look="quiet"
          wide
          className="mt-4"
          busy={busy}
          busyLabel="Loading..."
          onClick={() => void more()}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

function Tile({ image }: { image: AiImageView }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [isAsking, setAsking] = useState(false);

  function reuse() {
    const { kind, prompt, style, sourceImageUrl } = image;
    cancelTool(kind);
    changeTool(kind, { prompt: prompt ?? "", style, source: sourceImageUrl, result: null });
    showTool(kind);
  }
  function putInto(tool: "edit" | "style") {
    cancelTool(tool);
    changeTool(tool, { prompt: "", style: null, source: image.imageUrl, result: null });
    showTool(tool);
  }
  async function save() {
    if (await saveImage(image)) void revalidate();
  }
  async function remove() {
    if (await deleteImage(image.id)) void revalidate();
  }
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-surface">
      <Photo
        photo={{ ...image, mediaUrl: image.imageUrl, altText: inWords(image) }}
        shape="square"
        sizes="(min-width: 1024px) 240px, 50vw"
      />
      <figcaption className="px-3 pt-2.5">
        <p className="line-clamp-2 text-sm">{image.prompt ?? inWords(image)}</p>
        <p className="mt-1 text-muted text-xs">
          {image.isSaved ? "Saved" : "Not saved · goes after a day"}
          {image.engine === "local" && " · local engine"}
        </p>
      </figcaption>
      <div className="flex items-center">
        <IconButton
          tooltip
          label="Use in Post"
          icon={<Send aria-hidden className="!size-5" />}
          onClick={() => void navigate(leaveForComposer(image.imageUrl))}
        />
        {!image.isSaved && (
          <IconButton
            tooltip
            label="Save image"
            icon={<Bookmark aria-hidden className="!size-5" />}
            onClick={() => void save()}
          />
        )}
        <span className="flex-1" />
        <Menu
          align="end"
          trigger={<IconButton label="More" icon={<Ellipsis aria-hidden className="!size-5" />} />}
          items={[
            [
              { label: "Use prompt and source again", icon: "again", onSelect: reuse },
              { label: "Edit this image", icon: "paint", onSelect: () => putInto("edit") },
              { label: "Style this image", icon: "style", onSelect: () => putInto("style") },
            ],
            [
              {
                label: "Download image",
                icon: "download",
                onSelect: () => void downloadImage(image.imageUrl),
              },
              { label: "Delete image", icon: "delete", danger: true, onSelect: () => setAsking(true) },
            ],
          ]}
        />
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this image?"
        text="It leaves your collection for good. Posts made of it keep it."
        confirmLabel="Delete"
        onConfirm={() => void remove()}
      />
    </figure>
  );
}

/** The images that are known: the loader's, and the older ones that were asked for. */
function useImages(first: FirstImages) {
  const [latest, setLatest] = useState(first);
  const [known, setKnown] = useState(() => knownFrom(first));
  const [busy, setBusy] = useState(false);
  if (latest !== first) {
    setLatest(first);
    setKnown(withFirst(known, first));
  }
  useEffect(() => onImageChange((id, become) => setKnown((now) => withChange(now, id, become))), []);

  async function more() {
    if (!known.next) return;
    setBusy(true);
    try {
      const page = await getPage<AiImageView>(known.next);
      setKnown((now) => withOlder(now, page));
    } catch {
      showToast({
        kind: "danger",
        title: "Error",
        text: "Failed to load your images. Please try again later.",
      });
    }
    setBusy(false);
  }
  return { known, more, busy };
}
