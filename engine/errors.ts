/** A refusal in Workers AI's own words and shape: the code leads the message, and the name is the binding's. */
export class EngineError extends Error {
  override readonly name = "InferenceUpstreamError";

  constructor(code: number, description: string) {
    super(`${code}: ${description}`);
    // A service's errors tell nothing of its insides, and what is already a string crosses the binding as it is.
    this.stack = `${this.name}: ${this.message}`;
  }
}
