import { encode } from "fast-png";

/**
 * Stands in for the `AI` binding in the pool, where no engine runs: a picture for every prompt, and the binding's own
 * errors for prompts that carry their number.
 */
export const fakeAi = {
  async run(model: string, inputs: Record<string, unknown>): Promise<unknown> {
    if (model.includes("llama-guard")) {
      return { response: JSON.stringify(inputs).includes("unsafe") ? "unsafe\nS1" : "safe" };
    }
    const prompt = String(inputs.prompt ?? (await fieldsOf(inputs.multipart)).prompt ?? "");
    const code = /error (\d{4})/.exec(prompt)?.[1];
    if (code) throw new Error(`${code}: as the test asked`);
    if (model.includes("moondream")) return { caption: "A gradient at dusk.", engine: "local" };
    return { image: picture(), engine: "local", did: ["painted"] };
  },
};

async function fieldsOf(multipart: unknown): Promise<Record<string, unknown>> {
  if (typeof multipart !== "object" || multipart === null) return {};
  const { body, contentType } = multipart as { body: ReadableStream; contentType: string };
  const form = await new Response(body, { headers: { "Content-Type": contentType } }).formData();
  return Object.fromEntries(form);
}

function picture(): string {
  const [width, height] = [96, 64];
  const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7) % 251);
  return Buffer.from(encode({ width, height, data, channels: 3 })).toString("base64");
}
