/** The smallest build of `exifr`: JPEG only, tags by number. Its package has types for the largest build alone. */
declare module "exifr/dist/mini.esm.mjs" {
  export function parse(file: ArrayBuffer, options: object): Promise<Record<number, unknown> | undefined>;
}
