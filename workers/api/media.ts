import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { AppError } from "~/contract/errors";
import { POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { uploadPhoto } from "~/domain/media/upload-photo";
import type { AppContext, AppEnv } from "../context";
import { serve } from "./call";

export const media = new Hono<AppEnv>();

serve(media, calls.uploadMedia, async ({ ctx, c }) => {
  const { url, width, height, contentType, size } = await uploadPhoto(ctx, await readFile(c));
  return { url, width, height, contentType, size };
});

/** The bytes of the multipart field `file`. The whole body is already held to its limit while it streams in. */
async function readFile(c: AppContext): Promise<Uint8Array> {
  let file: unknown;
  try {
    file = (await c.req.formData()).get("file");
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", "The request body is not multipart/form-data.");
  }
  if (!(file instanceof File)) {
    throw new AppError("invalid", "Please upload an image for your post", {
      file: ["Please upload an image for your post"],
    });
  }
  if (file.size > POST_IMAGE_MAX_BYTES) {
    throw new AppError("too_large", "Please upload an image smaller than 10MB");
  }
  return new Uint8Array(await file.arrayBuffer());
}
