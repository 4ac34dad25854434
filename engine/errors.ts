/** An error as Workers AI throws it: the message starts with the code, the name is the real binding's. */
export class EngineError extends Error {
  override readonly name = "InferenceUpstreamError";

  constructor(code: number, description: string) {
    super(`${code}: ${description}`);
    // Replaces the stack: it would reveal the engine's file paths, and the structured clone of the RPC call keeps a
    // string.
    this.stack = `${this.name}: ${this.message}`;
  }
}
