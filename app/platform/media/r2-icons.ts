import { iconNames } from "~/contract/site-icon";
import { renderIcon } from "./icon";
import type { R2Writer } from "./r2-writer";
import type { MediaStore } from "./store";

/** Beside `photos/` and `attachments/`: sweeps list those, and find no icon. */
const FOLDER = "site/";
const TYPE = "image/png";

const objectKey = (id: string, name: string) => `${FOLDER}${id}/${name}.png`;

/** Returns the part of a media store that has the icon of the site. */
export function r2Icons({
  bucket,
  images,
  put,
}: R2Writer): Pick<MediaStore, "putIcon" | "getIcon" | "removeIcons"> {
  return {
    async putIcon(id, bytes) {
      const files = await renderIcon(images, bytes);
      // Those of a write that fails are removed with the next icon.
      await Promise.all(Object.entries(files).map(([name, file]) => put(objectKey(id, name), file, TYPE)));
    },

    async getIcon(id, name) {
      if (!iconNames.includes(name)) return null;
      const object = await bucket.get(objectKey(id, name));
      return object && { body: object.body, contentType: TYPE, size: object.size, etag: object.httpEtag };
    },

    async removeIcons(before) {
      // Ids grow with time: one that was stored meanwhile is later.
      const { objects } = await bucket.list({ prefix: FOLDER });
      const former = objects.map(({ key }) => key).filter((key) => !before || key < `${FOLDER}${before}/`);
      if (former.length > 0) await bucket.delete(former);
    },
  };
}
