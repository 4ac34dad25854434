import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { AppError, invalid } from "~/contract/errors";
import { IMAGE_MISSING } from "~/contract/texts";
import { keepOriginals } from "~/domain/media/keep-originals";
import { uploadFile } from "~/domain/media/upload-file";
import type { AppContext, AppEnv } from "../context";
import { serve } from "./call";

export const media = new Hono<AppEnv>();

serve(media, calls.uploadMedia, async ({ ctx, c }) => uploadFile(ctx, await readFile(c)));

serve(media, calls.keepOriginals, ({ ctx, body }) => keepOriginals(ctx, body));

/** Returns the multipart field `file`. The body limit has already been checked while streaming. */
async function readFile(c: AppContext): Promise<File> {
  let file: unknown;
  try {
    file = (await c.req.formData()).get("file");
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", "The request body is not multipart/form-data.");
  }
  if (!(file instanceof File)) {
    throw invalid("file", IMAGE_MISSING);
  }
  return file;
}
