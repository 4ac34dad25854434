import { createHash } from "node:crypto";
import { webpSize } from "~/contract/inspect-photo";
import { evidenceName, keysOf, objectKey, privateKey } from "./object-keys";
import { type RenderedPhoto, renderVariants } from "./photo";
import type { R2Writer } from "./r2-writer";
import { type MediaStore, PHOTO_TYPE } from "./store";

type Evidence = Pick<MediaStore, "preserve" | "hashes" | "getEvidence" | "restore">;

interface Restore {
  putRendered: (id: string, rendered: RenderedPhoto) => Promise<void>;
  putPrivatePhoto: MediaStore["putPrivatePhoto"];
}

/** Returns the part of a media store that has the copies of reported and removed photos. */
export function r2Evidence(
  { bucket, images, put }: R2Writer,
  { putRendered, putPrivatePhoto }: Restore,
): Evidence {
  return {
    async preserve(id) {
      // A photo never changes, so all reports of it share one copy.
      if (await bucket.head(evidenceName(id))) return true;
      const object =
        (await bucket.get(objectKey(id, "original"))) ??
        (await bucket.get(objectKey(id, "full"))) ??
        (await bucket.get(privateKey(id, "full")));
      if (!object) return false;
      await put(evidenceName(id), new Uint8Array(await object.arrayBuffer()), PHOTO_TYPE);
      return true;
    },

    async hashes(id) {
      const objects = await Promise.all(keysOf(id).map((key) => bucket.get(key)));
      const files = objects.filter((object) => object !== null);
      return Promise.all(
        files.map(async (file) =>
          createHash("sha256")
            .update(new Uint8Array(await file.arrayBuffer()))
            .digest("hex"),
        ),
      );
    },

    async getEvidence(id) {
      const object = await bucket.get(evidenceName(id));
      return (
        object && { body: object.body, contentType: PHOTO_TYPE, size: object.size, etag: object.httpEtag }
      );
    },

    async restore(id, kind) {
      const copy = await bucket.get(evidenceName(id));
      if (!copy) return false;
      const bytes = new Uint8Array(await copy.arrayBuffer());
      if (kind === "attachments") await putPrivatePhoto(id, bytes);
      else {
        const rendered = await renderVariants(images, bytes);
        // A copy larger than `full` is the original: stored as it is, it has the size that the photo's row says.
        const original = webpSize(bytes).width > rendered.width ? bytes : null;
        await putRendered(id, { ...rendered, original });
      }
      return true;
    },
  };
}
