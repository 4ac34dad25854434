import { objectKey, variants } from "./object-keys";
import { type RenderedPhoto, renderAvatar, renderVariants } from "./photo";
import { factsOf, type R2Writer } from "./r2-writer";
import { type MediaStore, PHOTO_TYPE, type StoredVariant } from "./store";
import { throughCache, type VariantCache } from "./variant-cache";

type Photos = Pick<MediaStore, "putPhoto" | "get"> & {
  putRendered: (id: string, rendered: RenderedPhoto) => Promise<void>;
};

/** Returns the part of a media store that has the photos which every member may see. */
export function r2Photos({ bucket, images, put, putAll }: R2Writer, cache: VariantCache | undefined): Photos {
  const putRendered = (id: string, { variants: files, original }: RenderedPhoto) =>
    putAll(id, [
      ...variants.map((variant) => put(objectKey(id, variant), files[variant], PHOTO_TYPE)),
      ...(original ? [put(objectKey(id, "original"), original, PHOTO_TYPE)] : []),
    ]);
  /** Makes and stores the avatar of a photo; null without the photo, and when it is removed meanwhile. */
  const makeAvatar = async (id: string): Promise<StoredVariant | null> => {
    const thumb = await bucket.get(objectKey(id, "thumb"));
    if (!thumb) return null;
    const bytes = await renderAvatar(images, new Uint8Array(await thumb.arrayBuffer()));
    const { size, httpEtag: etag } = await put(objectKey(id, "avatar"), bytes, PHOTO_TYPE);
    // A removal that ran meanwhile has not seen the avatar; a later one deletes it.
    if (!(await bucket.head(objectKey(id, "thumb")))) {
      await bucket.delete(objectKey(id, "avatar"));
      return null;
    }
    return { body: new Blob([bytes]).stream(), contentType: PHOTO_TYPE, size, etag };
  };
  return {
    putRendered,

    async putPhoto(id, bytes, keepsOriginal) {
      const rendered = await renderVariants(images, bytes, keepsOriginal);
      await putRendered(id, rendered);
      return factsOf(rendered);
    },

    get: (id, variant) =>
      throughCache(cache, id, variant, async () => {
        const object = await bucket.get(objectKey(id, variant));
        if (object)
          return { body: object.body, contentType: PHOTO_TYPE, size: object.size, etag: object.httpEtag };
        return variant === "avatar" ? makeAvatar(id) : null;
      }),
  };
}
