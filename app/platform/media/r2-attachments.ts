import { privateKey, privateVariants } from "./object-keys";
import { renderVariants } from "./photo";
import { factsOf, type R2Writer } from "./r2-writer";
import { type MediaStore, PHOTO_TYPE } from "./store";

type Attachments = Pick<MediaStore, "putPrivatePhoto" | "putFile" | "copyPrivate" | "getPrivate">;

/** Returns the part of a media store that has the photos and files of conversations. */
export function r2Attachments({ bucket, images, put, putAll }: R2Writer): Attachments {
  return {
    async putPrivatePhoto(id, bytes) {
      const rendered = await renderVariants(images, bytes);
      const { feed, full } = rendered.variants;
      await putAll(id, [
        put(privateKey(id, "feed"), feed, PHOTO_TYPE),
        put(privateKey(id, "full"), full, PHOTO_TYPE),
      ]);
      return factsOf(rendered);
    },

    async putFile(id, bytes, contentType) {
      await put(privateKey(id, "file"), bytes, contentType);
      const size = bytes.byteLength;
      return { width: 0, height: 0, placeholder: "", color: "", perceptualHash: null, contentType, size };
    },

    async copyPrivate(id, to) {
      const found = await Promise.all(
        privateVariants.map(async (variant) => ({
          variant,
          object: await bucket.get(privateKey(id, variant)),
        })),
      );
      const copies = found.flatMap(({ variant, object }) => (object ? [{ variant, object }] : []));
      await putAll(
        to,
        copies.map(async ({ variant, object }) => {
          const bytes = new Uint8Array(await object.arrayBuffer());
          return put(privateKey(to, variant), bytes, object.httpMetadata?.contentType ?? PHOTO_TYPE);
        }),
      );
      return copies.length > 0;
    },

    async getPrivate(id, variant) {
      const object = await bucket.get(privateKey(id, variant));
      if (!object) return null;
      const contentType = object.httpMetadata?.contentType ?? "application/octet-stream";
      return { body: object.body, contentType, size: object.size, etag: object.httpEtag };
    },
  };
}
