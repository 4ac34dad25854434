import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { invalid } from "~/contract/errors";
import { JSON_BODY_MAX_BYTES } from "~/contract/request-limits";
import { IMAGE_MISSING, IMAGE_TOO_LARGE } from "~/contract/texts";
import { keepOriginals } from "~/domain/media/keep-originals";
import { uploadFile } from "~/domain/media/upload-file";
import { readFormBody } from "~/platform/request-body";
import type { AppContext, AppEnv } from "../context";
import { serve } from "./call";

export const media = new Hono<AppEnv>();

serve(media, calls.uploadMedia, async ({ ctx, c }) => uploadFile(ctx, await readFile(c)));

serve(media, calls.keepOriginals, ({ ctx, body }) => keepOriginals(ctx, body));

/** Returns the multipart field `file`. */
async function readFile(c: AppContext): Promise<File> {
  const limit = { maxBytes: JSON_BODY_MAX_BYTES, tooLarge: IMAGE_TOO_LARGE };
  const file = (await readFormBody(c.req.raw, limit)).get("file");
  if (!(file instanceof File)) throw invalid("file", IMAGE_MISSING);
  return file;
}
