import { folder, keysOf } from "./object-keys";
import { r2Attachments } from "./r2-attachments";
import { r2Evidence } from "./r2-evidence";
import { r2Icons } from "./r2-icons";
import { r2Photos } from "./r2-photos";
import type { R2Writer } from "./r2-writer";
import type { MediaStore } from "./store";
import { evict, type VariantCache } from "./variant-cache";

/** Objects in one list call. R2 lists at most 1,000. */
const LISTED = 1000;

/** Returns a media store on R2 and Cloudflare Images. Without a cache every `get` reads R2. */
export function r2MediaStore(bucket: R2Bucket, images: ImagesBinding, cache?: VariantCache): MediaStore {
  const put: R2Writer["put"] = (key, bytes, contentType) =>
    bucket.put(key, bytes, { httpMetadata: { contentType } });
  const putAll = async (id: string, puts: Promise<unknown>[]) => {
    const failed = (await Promise.allSettled(puts)).find((one) => one.status === "rejected");
    if (!failed) return;
    await remove([id]);
    throw failed.reason;
  };
  const remove = async (ids: string[]) => {
    await bucket.delete(ids.flatMap(keysOf));
    if (cache) await evict(cache, ids);
  };
  const parts: R2Writer = { bucket, images, put, putAll };
  const { putRendered, ...photos } = r2Photos(parts, cache);
  const attachments = r2Attachments(parts);
  return {
    ...photos,
    ...attachments,
    ...r2Icons(parts),
    ...r2Evidence(parts, { putRendered, putPrivatePhoto: attachments.putPrivatePhoto }),
    remove,

    async list(kind, after) {
      const prefix = `${kind}/`;
      const { objects } = await bucket.list({
        prefix,
        limit: LISTED,
        // After all objects of that id: "~" sorts after every character of their names.
        ...(after ? { startAfter: `${folder(kind, after)}~` } : {}),
      });
      return [...new Set(objects.map(({ key }) => key.slice(prefix.length, key.lastIndexOf("/"))))];
    },
  };
}
