import { mediaUpload, originalsInput } from "../media";
import type { Call } from "./call";

/** The calls of uploads. */
export const mediaCalls = {
  uploadMedia: {
    method: "POST",
    path: "/api/media",
    summary:
      "Upload a photo. It is stored in three widths, and as an original when the member keeps them, upright and without metadata",
    body: "multipart",
    status: 201,
    reply: mediaUpload,
    errors: ["too_large", "unsupported_media"],
  },
  keepOriginals: {
    method: "POST",
    path: "/api/media/originals",
    summary: "Store the originals of the member's photos from now on, or stop it",
    body: originalsInput,
    reply: originalsInput,
  },
} as const satisfies Record<string, Call>;
