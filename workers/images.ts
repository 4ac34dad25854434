import { localImages } from "~/platform/media/local-images";

/** Returns the Images binding; in a local run, with what Miniflare lacks. */
export function imagesOf({ IMAGES, AFTERGLOW_ENV }: Pick<Env, "IMAGES" | "AFTERGLOW_ENV">): ImagesBinding {
  return AFTERGLOW_ENV === "local" ? localImages(IMAGES) : IMAGES;
}
