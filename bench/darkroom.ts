import path from "node:path";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import sharp from "sharp";
import { projectRoot } from "../scripts/local-state";
import { browserLaunch } from "../tests/e2e/browser";
import type { Report } from "./darkroom/page";

/** `npm run bench:darkroom`: previews and the export of an edited photo. Method and figures: docs/performance.md. */
const { outputFiles } = await build({
  entryPoints: [path.join(projectRoot, "bench/darkroom/page.ts")],
  bundle: true,
  write: false,
  format: "iife",
  alias: { "~": path.join(projectRoot, "app") },
});
// A photograph at the size of the largest that is stored.
const photo = await sharp(path.join(projectRoot, "public/landing/photo.webp"))
  .resize(2048, 1536, { fit: "cover" })
  .jpeg({ quality: 92 })
  .toBuffer();
const browser = await chromium.launch(await browserLaunch());
const page = await browser.newPage();
await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
const report = await page.evaluate(
  // `measure` is a global of the script.
  (url) => (window as unknown as { measure: (url: string) => Promise<Report> }).measure(url),
  `data:image/jpeg;base64,${photo.toString("base64")}`,
);
await browser.close();
for (const { kind, previewMs } of report.previews)
  console.log(
    `${kind.padEnd(22)} ${previewMs.toFixed(1)} ms a preview, ${(1000 / previewMs).toFixed(0)} a second`,
  );
console.log(
  `export 2048 × 1536      ${report.exportMs.toFixed(0)} ms, ${(report.exportMs / report.plainMs).toFixed(2)} of drawing and encoding it unedited (${report.plainMs.toFixed(0)} ms)`,
);
