/** Pixels in width and in height (https://developers.cloudflare.com/images/get-started/limits/). */
const SIDE_MAX = 12_000;

/** The first bytes of the types that every account can send, in Latin-1, and where they begin. */
const TYPES = [
  [0, "\xff\xd8\xff"],
  [0, "\x89PNG"],
  [0, "GIF8"],
  [8, "WEBP"],
  [4, "ftyphei"],
  [4, "ftypmif1"],
] as const;

/**
 * Refuses an image that Cloudflare Images does not take and the local binding does: a side over 12,000 pixels, AVIF,
 * which needs an Enterprise account, and other types, such as TIFF. Codes and texts:
 * https://developers.cloudflare.com/images/reference/troubleshooting/ and `images/reference/errors` of its repository.
 * @param images the local binding, which reads the size
 * @throws an error with a code, as the binding does there
 */
export async function refuseImage(images: ImagesBinding, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  if (Buffer.from(bytes.subarray(4, 12)).toString() === "ftypavif")
    throw imagesError(9412, "AVIF input is not enabled for this account.");
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (!TYPES.some(([at, text]) => head.startsWith(text, at)))
    throw imagesError(9520, "The image's format is not supported.");
  // The local binding cannot read a damaged image; the transformation fails then.
  const info = await images.info(new Blob([bytes]).stream()).catch(() => null);
  if (info && "width" in info && Math.max(info.width, info.height) > SIDE_MAX)
    throw imagesError(9402, "The image was too large or the connection was interrupted.");
}

const imagesError = (code: number, text: string) =>
  Object.assign(new Error(`IMAGES_TRANSFORM_ERROR ${code}: ${text}`), { code });
