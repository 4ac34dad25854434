import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContextOptions } from "playwright-core";
import sharp from "sharp";
import { type LandingImageName, landingImages } from "../app/features/landing/landing-images";
import { type PictureId, renderPicture } from "./demo/pictures";
import { logInAsDemo, settled, withDemo } from "./demo-browser";
import { projectRoot } from "./local-state";

/**
 * Makes the landing's pictures anew: screens of the product as it is, and photos of the demo world. They are part of the
 * product, like its mark, and are committed; run this when a screen they show has changed.
 */
const folder = path.join(projectRoot, "public/landing");
mkdirSync(folder, { recursive: true });

const photos = {
  photo: "lanterns-on-water",
  share: "lighthouse",
  messages: "string-lights",
  studio: "jellyfish",
} satisfies Partial<Record<LandingImageName, PictureId>>;

async function write(name: LandingImageName, picture: Buffer): Promise<void> {
  const { file, width, height } = landingImages[name];
  await sharp(picture)
    .resize(width, height, { fit: "cover", position: "attention" })
    .webp({ quality: 78 })
    .toFile(path.join(folder, file));
}

for (const [name, picture] of Object.entries(photos) as [keyof typeof photos, PictureId][]) {
  await write(name, await renderPicture(picture));
}

await withDemo(async (browser, server) => {
  /** The feed of the first demo member, once every photo in view has arrived. */
  async function screen(name: "phone" | "desktop", options: BrowserContextOptions): Promise<void> {
    const context = await browser.newContext({ ...options, baseURL: server.url, colorScheme: "dark" });
    await logInAsDemo(context);
    const page = await context.newPage();
    await page.goto("/feed");
    await settled(page);
    await write(name, await page.screenshot());
    await context.close();
  }
  const { width, height } = landingImages.phone;
  await screen("phone", {
    viewport: { width: width / 1.6, height: Math.round(height / 1.6) },
    deviceScaleFactor: 1.6,
    isMobile: true,
  });
  await screen("desktop", { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });
});
