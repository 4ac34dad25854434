import { env } from "cloudflare:test";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { inspectPhoto } from "~/contract/inspect-photo";
import { bindingAi } from "~/platform/ai";
import { aiModels } from "~/platform/ai/models";
import { imageOf, imageReply } from "~/platform/ai/replies";
import type { AiBinding } from "~/platform/ai/run-model";

// The RPC layer rebuilds a thrown error where no script may run, and the test runner's `prepareStackTrace` is a
// script: without this line workerd exits.
beforeAll(() => {
  Reflect.deleteProperty(Error, "prepareStackTrace");
});

const photo = (name: string) => new Uint8Array(Buffer.from(inject("photos")[name] ?? "", "base64"));
const engine = bindingAi({ ai: env.AI, images: env.IMAGES, isLocal: true });

describe("the embedded engine over its service binding", () => {
  // The engine accepts any model id and input, as Workers AI does; only the app's port has narrower types.
  const raw = env.AI as unknown as AiBinding;

  test.each([
    ["@cf/no/such-model", { prompt: "a lake" }, "5007: No such model @cf/no/such-model or task"],
    ["constructor", {}, "5007: No such model constructor or task"],
    [aiModels.generate.model, {}, /^5006: /],
    [aiModels.generate.model, { prompt: "x".repeat(2049) }, /^5006: /],
    [aiModels.edit.model, { prompt: "no form" }, /^5006: /],
    [aiModels.describe.model, { task: "caption", image: "nothing" }, /^5004: /],
  ])("%s with %j throws Workers AI's error", async (model, inputs, message) => {
    const error = await raw.run(model, inputs).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error?.name).toBe("InferenceUpstreamError");
    expect(error?.message).toMatch(message);
  });

  test("the same prompt and seed return the same image, of 1024 × 1024 pixels", async () => {
    const generate = async () =>
      imageReply.parse(await raw.run(aiModels.generate.model, { prompt: "a sailboat", seed: 3 })).image;
    const [first, again] = [await generate(), await generate()];
    expect(again).toBe(first);
    expect(inspectPhoto(imageOf(first).bytes)).toMatchObject({ width: 1024, height: 1024 });
  }, 30_000);

  test("reports the applied operations, and the words that it left out", async () => {
    const known = await engine.edit({ image: photo("png"), prompt: "brighter, with fog and a hat" });
    expect(known).toMatchObject({
      did: ["Made it brighter", "Added fog"],
      leftOut: { words: ["hat"], isAll: false },
    });
    const unknown = await engine.edit({ image: photo("png"), prompt: "put a hat on the dog" });
    expect(unknown.leftOut).toEqual({ words: ["hat on the dog"], isAll: true });
    const generated = await engine.generate("a teapot and lemons");
    expect(generated.leftOut).toEqual({ words: ["teapot", "lemons"], isAll: true });
    expect((await engine.style({ image: photo("png"), style: "manga" })).leftOut).toBeUndefined();
  });

  test("a quarter turn swaps width and height", async () => {
    const { bytes } = await engine.edit({ image: photo("large6"), prompt: "rotate left" });
    const { width, height } = inspectPhoto(bytes);
    const straight = inspectPhoto((await engine.edit({ image: photo("large6"), prompt: "warmer" })).bytes);
    expect([width, height]).toEqual([straight.height, straight.width]);
  });

  test("pixel art is returned as PNG", async () => {
    const { contentType, did } = await engine.style({ image: photo("png"), style: "pixel-art" });
    expect(contentType).toBe("image/png");
    expect(did).toEqual(["Painted it in the Pixel Art style"]);
  });

  test("a full queue rejects with 3040", async () => {
    const outcomes = Array.from({ length: 9 }, () =>
      raw.run(aiModels.generate.model, { prompt: "a sailboat", seed: 1 }).then(
        () => "generated",
        (error: Error) => error.message,
      ),
    );
    // Eight jobs are running or waiting, so the ninth ends first.
    expect(await Promise.race(outcomes)).toBe("3040: Capacity temporarily exceeded, please try again.");
  });
});
