import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { listImages } from "~/domain/studio/list-images";
import { editImage, generateImage, styleImage } from "~/domain/studio/make-image";
import { deleteImage, saveImage, saveImageByAddress } from "~/domain/studio/save-image";
import { suggestAltText } from "~/domain/studio/suggest-alt-text";
import type { AppContext, AppEnv } from "../context";
import { serve } from "./call";

export const studio = new Hono<AppEnv>();

/** A member who cancels ends the engine's work, where the runtime tells of it. */
const givingUp = (c: AppContext) => ({ signal: c.req.raw.signal });

serve(studio, calls.generateImage, ({ ctx, body, c }) => generateImage(ctx, body, givingUp(c)));

serve(studio, calls.editImage, ({ ctx, body, c }) => editImage(ctx, body, givingUp(c)));

serve(studio, calls.styleImage, ({ ctx, body, c }) => styleImage(ctx, body, givingUp(c)));

serve(studio, calls.suggestAltText, ({ ctx, body, c }) => suggestAltText(ctx, body, givingUp(c)));

serve(studio, calls.listAiImages, ({ ctx, page }) => listImages(ctx, page));

// Before the image's own address, which would take "save" for an id.
serve(studio, calls.saveAiAddress, ({ ctx, body }) => saveImageByAddress(ctx, body.imageUrl));

serve(studio, calls.saveAiImage, ({ ctx, param }) => saveImage(ctx, param("id")));

serve(studio, calls.deleteAiImage, async ({ ctx, param }) => {
  await deleteImage(ctx, param("id"));
  return undefined;
});
