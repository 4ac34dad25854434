import { Log, LogLevel, Miniflare } from "miniflare";
import { builtEngineConfig, builtWorker } from "../scripts/local-options";

/** Passes a request's body to the engine as the app's binding does: as multipart for most models, else as JSON. */
const engineCaller = `export default {
  async fetch(request, env) {
    const model = request.headers.get("X-Model");
    const contentType = request.headers.get("Content-Type");
    const isDrawn = model.includes("flux-1");
    const inputs = isDrawn ? { prompt: (await request.formData()).get("prompt") } : { multipart: { body: request.body, contentType } };
    try {
      return Response.json(await env.AI.run(model, inputs, {}));
    } catch (error) {
      return new Response(error.message, { status: 502 });
    }
  },
}`;

/** Starts the built engine alone, behind a Worker that calls it. */
export async function startEngine(): Promise<Miniflare> {
  const engine = builtWorker(builtEngineConfig);
  const { compatibilityDate, compatibilityFlags } = engine.workerOptions;
  const miniflare = new Miniflare({
    cf: false,
    host: "127.0.0.1",
    log: new Log(LogLevel.WARN),
    workers: [
      {
        name: "caller",
        modules: true,
        script: engineCaller,
        compatibilityDate,
        compatibilityFlags,
        serviceBindings: { AI: { name: "afterglow-engine", entrypoint: "Engine" } },
      },
      { ...engine.workerOptions, ...engine.code, name: "afterglow-engine" },
    ],
  });
  await miniflare.ready;
  return miniflare;
}
