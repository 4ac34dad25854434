import { t } from "@lingui/core/macro";
import { downloadZip } from "client-zip";
import { variantUrl } from "~/contract/media-address";
import type { PhotoFacts, PostView } from "~/contract/posts";
import { saveFile } from "~/ui/save-file";
import { showBrief, showError } from "~/ui/toast-store";

/**
 * Downloads a post's stored photos, originals where available: one as `afterglow-<date>.webp`, several in
 * `afterglow-<date>.zip`. Shows a toast.
 */
export async function downloadPhotos(post: PostView): Promise<void> {
  const name = `afterglow-${post.createdAt.slice(0, 10)}`;
  try {
    const photos = await Promise.all((post.photos ?? [post]).map(photoOf));
    const [first] = photos;
    if (first && photos.length === 1) saveFile(first, `${name}.webp`);
    else {
      const entries = photos.map((input, index) => ({ name: `${name}-${index + 1}.webp`, input }));
      saveFile(await downloadZip(entries).blob(), `${name}.zip`);
    }
    showBrief(photos.length === 1 ? t`Photo downloaded` : t`Photos downloaded`);
  } catch {
    showError(t`Failed to download photo`);
  }
}

async function photoOf({
  mediaUrl,
  originalSize,
}: { mediaUrl: string } & Pick<PhotoFacts, "originalSize">): Promise<Blob> {
  const url = variantUrl(mediaUrl, originalSize === undefined ? "full" : "original");
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} returned status ${reply.status}`);
  return reply.blob();
}
