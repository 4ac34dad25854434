import { WorkerEntrypoint } from "cloudflare:workers";
import { EngineError } from "./errors";
import { models, type Reply } from "./models/catalogue";
import { enqueue } from "./queue";

/**
 * Workers AI's `run` without an account or a network: the same model ids, inputs, reply shapes and error texts. The
 * images are procedural art, and every reply says so (`engine`, `did`). For local runs only: docs/decisions/0040.
 */
export class Engine extends WorkerEntrypoint {
  async run(model: string, inputs: unknown, options: { signal?: AbortSignal } = {}): Promise<Reply> {
    const work = Object.hasOwn(models, model) ? models[model] : undefined;
    if (!work) throw new EngineError(5007, `No such model ${model} or task`);
    try {
      return await enqueue(options.signal, (checkpoint) => work(inputs, checkpoint));
    } catch (error) {
      if (error instanceof EngineError) throw error;
      console.error(error);
      throw new EngineError(3043, "Internal server error");
    }
  }
}

export default { fetch: () => new Response(null, { status: 404 }) } satisfies ExportedHandler;
