import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { listImages } from "~/domain/studio/list-images";
import { editImage, generateImage, styleImage } from "~/domain/studio/make-image";
import { deleteImage, saveImage, saveImageByAddress } from "~/domain/studio/save-image";
import { suggestAltText } from "~/domain/studio/suggest-alt-text";
import { translateText } from "~/domain/studio/translate-text";
import type { AppContext, AppEnv } from "../context";
import { serve } from "./call";

export const studio = new Hono<AppEnv>();

/** Returns the signal that aborts when the member cancels the request. */
const cancellation = (c: AppContext) => ({ signal: c.req.raw.signal });

serve(studio, calls.generateImage, ({ ctx, body, c }) => generateImage(ctx, body, cancellation(c)));

serve(studio, calls.editImage, ({ ctx, body, c }) => editImage(ctx, body, cancellation(c)));

serve(studio, calls.styleImage, ({ ctx, body, c }) => styleImage(ctx, body, cancellation(c)));

serve(studio, calls.suggestAltText, ({ ctx, body, c }) => suggestAltText(ctx, body, cancellation(c)));

serve(studio, calls.translateText, ({ ctx, body }) => translateText(ctx, body));

serve(studio, calls.listAiImages, ({ ctx, page }) => listImages(ctx, page));

// Before the path of an image, which would match "save" as an id.
serve(studio, calls.saveAiAddress, ({ ctx, body }) => saveImageByAddress(ctx, body.imageUrl));

serve(studio, calls.saveAiImage, ({ ctx, param }) => saveImage(ctx, param("id")));

serve(studio, calls.deleteAiImage, ({ ctx, param }) => deleteImage(ctx, param("id")));
