import { WorkerEntrypoint } from "cloudflare:workers";
import jpegDecoder from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";

export class Engine extends WorkerEntrypoint {
  async run(model: string, inputs: unknown, options?: { signal?: AbortSignal }) {
    return { model, kind: jpegDecoder instanceof WebAssembly.Module, signal: options?.signal instanceof AbortSignal, inputs: Object.keys(inputs as object) };
  }
}
export default { fetch: () => new Response(null, { status: 404 }) };
