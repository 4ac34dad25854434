/** A typed array of any kind. */
interface View {
  readonly buffer: ArrayBufferLike;
  readonly byteLength: number;
}

/**
 * Detaches the arrays' buffers and so frees their memory at once. The garbage collector runs only after some hundred
 * megabytes, more than a whole image takes. A freed array has length 0.
 */
export function free(...views: readonly View[]): void {
  for (const { buffer, byteLength } of views) {
    // A view of a larger buffer, such as a codec's WebAssembly memory, must not be detached.
    if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== byteLength) continue;
    // Node 20, which runs the unit tests, has no `ArrayBuffer.prototype.transfer`; structuredClone detaches as well.
    if (buffer.transfer) buffer.transfer(0);
    else structuredClone(buffer, { transfer: [buffer] });
  }
}
