/** An array over a buffer, of whatever kind of number. */
interface View {
  readonly buffer: ArrayBufferLike;
  readonly byteLength: number;
}

/**
 * Gives memory back at once: the garbage collector comes round only when it has seen some hundred megabytes, which is
 * more than a whole picture takes. Who reads a freed plane finds it empty.
 */
export function free(...views: readonly View[]): void {
  for (const { buffer, byteLength } of views) {
    // A window into something larger, such as a codec's own memory, is not ours to give.
    if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) continue;
    // Node 20, where the unit tests run, has only the long way, which empties the plane just as well.
    if (buffer.transfer) buffer.transfer(0);
    else structuredClone(buffer, { transfer: [buffer] });
  }
}
