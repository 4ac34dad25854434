import { refuseImage } from "../factories/strict-images";

type Output = { bytes: Uint8Array<ArrayBuffer>; type: string };

const bytesOf = async (body: BodyInit) => new Uint8Array(await new Response(body).arrayBuffer());

/**
 * Returns an Images binding that refuses what Cloudflare refuses, renders each photo once for the same steps and
 * options, and remembers the replies of the real binding. Most tests post one and the same photo, and a rendering takes
 * longer than all other work of a post.
 */
export function rememberedImages(images: ImagesBinding): ImagesBinding {
  const outputs = new Map<string, Promise<Output>>();
  const refusals = new Map<string, Promise<void>>();

  async function render(
    source: Uint8Array<ArrayBuffer>,
    steps: ImageTransform[],
    options: ImageOutputOptions,
  ): Promise<Output> {
    let image = images.input(new Blob([source]).stream());
    for (const step of steps) image = image.transform(step);
    const reply = (await image.output(options)).response();
    const type = reply.headers.get("Content-Type") ?? "";
    return { bytes: new Uint8Array(await reply.arrayBuffer()), type };
  }

  const hashOf = async (source: Uint8Array<ArrayBuffer>) =>
    Buffer.from(await crypto.subtle.digest("SHA-256", source)).toString("hex");

  function input(stream: ReadableStream<Uint8Array>): ImageTransformer {
    const source = bytesOf(stream);
    const steps: ImageTransform[] = [];
    const transformer: ImageTransformer = {
      transform: (step) => {
        steps.push(step);
        return transformer;
      },
      draw: () => {
        throw new Error("No photo is drawn on another.");
      },
      output: async (options) => {
        const hash = await hashOf(await source);
        const refusal = refusals.get(hash) ?? refuseImage(images, await source);
        refusals.set(hash, refusal);
        await refusal;
        const key = `${hash} ${JSON.stringify([steps, options])}`;
        const output = outputs.get(key) ?? render(await source, steps, options);
        outputs.set(key, output);
        output.catch(() => outputs.delete(key));
        const { bytes, type } = await output;
        return {
          response: () => new Response(bytes, { headers: { "Content-Type": type } }),
          contentType: () => type,
          image: () => new Blob([bytes]).stream(),
        };
      },
    };
    return transformer;
  }

  return { input, info: (stream, options) => images.info(stream, options), hosted: images.hosted };
}
