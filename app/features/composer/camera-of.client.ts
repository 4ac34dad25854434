import { parse } from "exifr/dist/mini.esm.mjs";
import { type Camera, camera, cameraFacts } from "~/contract/camera";

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

/** Returns the camera data of a JPEG file; null without any. Values that the server would refuse are left out. */
export async function cameraOf(file: Blob): Promise<Camera | null> {
  const { make, model, ...ofExposure } = tags;
  const found = await parse(await file.slice(0, HEAD_BYTES).arrayBuffer(), {
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
