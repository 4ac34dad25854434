import path from "node:path";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { projectRoot } from "../scripts/local-state";
import { browserLaunch } from "../tests/e2e/browser";
import { pageScript } from "../tests/factories/page-script";
import { memoryOf } from "./darkroom/memory";
import type { Measured } from "./darkroom/page";

/** `npm run bench:darkroom`: previews of a 12-megapixel photo as a slider moves, its export (docs/performance.md). */
const script = await pageScript("bench/darkroom/page.ts");
/** A photo as the composer hands it over: scaled for the post, or as the original of a member who keeps originals. */
async function photoOf(width: number, height: number): Promise<string> {
  const photo = await sharp(path.join(projectRoot, "public/landing/photo.webp"))
    .resize(width, height, { fit: "cover" })
    .jpeg({ quality: 92 })
    .toBuffer();
  return `data:image/jpeg;base64,${photo.toString("base64")}`;
}
const server = await chromium.launchServer(await browserLaunch());
const browser = await chromium.connect(server.wsEndpoint());

/** Runs a function of the page's script in a new page, and prints what it measures and the memory that it takes. */
async function run(
  name: "measure" | "measurePlain" | "measureWebgl",
  width: number,
  height: number,
): Promise<void> {
  const url = await photoOf(width, height);
  const page = await browser.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.addScriptTag({ content: script });
  const pid = server.process().pid ?? 0;
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 100);
  const rows = await page.evaluate(
    ([own, address, keepsOriginal]) =>
      // A global of the script.
      (window as unknown as Record<string, (url: string, keepsOriginal: boolean) => Promise<Measured[]>>)[
        own
      ]?.(address, keepsOriginal) ?? [],
    [name, url, width > 2048] as const,
  );
  clearInterval(timer);
  console.log(`\n${name === "measureWebgl" ? "emulated WebGL" : "canvas"}, ${width} × ${height}`);
  for (const row of rows)
    console.log(
      `${row.name.padEnd(36)} ${row.median.toFixed(1).padStart(7)} ms, 95 %: ${row.most.toFixed(1)}`,
    );
  console.log(`memory: ${(most - before).toFixed(0)} MB`);
  await page.close();
}

for (const [width, height] of [
  [2048, 1536],
  [4000, 3000],
] as const) {
  await run("measure", width, height);
  await run("measurePlain", width, height);
}
await run("measureWebgl", 4000, 3000);
await server.close();
