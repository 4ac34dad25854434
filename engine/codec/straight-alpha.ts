/** Converts premultiplied RGBA, as resvg returns it, to straight alpha. */
export function straightAlpha(pixels: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(pixels);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    const grow = 255 / alpha;
    data[at] = (data[at] ?? 0) * grow;
    data[at + 1] = (data[at + 1] ?? 0) * grow;
    data[at + 2] = (data[at + 2] ?? 0) * grow;
  }
  return data;
}
