import { parse } from "exifr/dist/mini.esm.mjs";
import { type Camera, camera, cameraFacts } from "~/contract/camera";
import { isHeic } from "~/contract/image-formats/heif";
import { heifExif } from "~/contract/image-formats/heif-exif";
import { fourLetters } from "~/contract/image-formats/outline";

/** The EXIF tags (CIPA DC-008) of what is read. All others, such as place, time and serial numbers, are not. */
const tags = {
  make: 0x010f,
  model: 0x0110,
  exposureTime: 0x829a,
  aperture: 0x829d,
  iso: 0x8827,
  focalLength: 0x920a,
  lens: 0xa434,
} satisfies Record<keyof Camera, number>;

/** EXIF is at most 64 KB and at the beginning of the file. In bytes. */
const HEAD_BYTES = 256 * 1024;

/** Some cameras write more than one ISO value, or an array of one. */
const firstOf = (value: unknown) =>
  ArrayBuffer.isView(value) || Array.isArray(value) ? Array.from(value as ArrayLike<unknown>)[0] : value;

/** Bytes of a box's head with its brand, and the longest segment of a JPEG. */
const BRAND_BYTES = 16;
const SEGMENT_MAX = 0xffff;

/**
 * Returns the part of a file that has its EXIF: the head of a JPEG; for a HEIC photo, which the parser cannot read,
 * the EXIF as the head of a JPEG. Empty for a HEIC photo without EXIF.
 */
async function exifHead(file: Blob): Promise<ArrayBuffer> {
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  const start = new DataView(head);
  const isBoxes = head.byteLength > BRAND_BYTES && fourLetters(start, 4) === "ftyp";
  if (!isBoxes || !isHeic(start)) return head;
  // Its EXIF can be anywhere.
  const whole = await file.arrayBuffer();
  const extent = heifExif(new DataView(whole));
  if (!extent) return new ArrayBuffer(0);
  const prefix = new TextEncoder().encode("Exif\0\0");
  const exif = new Uint8Array(whole, extent.start, Math.min(extent.end - extent.start, SEGMENT_MAX - 8));
  const length = 2 + prefix.length + exif.length;
  return new Uint8Array([0xff, 0xd8, 0xff, 0xe1, length >> 8, length & 255, ...prefix, ...exif, 0xff, 0xd9])
    .buffer;
}

/** Returns the camera data of a JPEG or HEIC file; null without any. Omits values that the server would refuse. */
export async function cameraOf(file: Blob): Promise<Camera | null> {
  const { make, model, ...ofExposure } = tags;
  const head = await exifHead(file);
  if (head.byteLength === 0) return null;
  const found = await parse(head, {
    ifd0: [make, model],
    exif: Object.values(ofExposure),
    gps: false,
    translateKeys: false,
    translateValues: false,
    reviveValues: false,
  });
  const facts: Record<string, unknown> = {};
  for (const [name, tag] of Object.entries(tags)) {
    const { data } = cameraFacts.shape[name as keyof Camera].safeParse(firstOf(found?.[tag]));
    if (data !== undefined) facts[name] = data;
  }
  return camera.safeParse(facts).data ?? null;
}
