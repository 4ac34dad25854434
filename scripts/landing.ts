import { mkdirSync } from "node:fs";
import path from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { type LandingImageName, landingImages } from "../app/features/landing/landing-images";
import { browserLaunch } from "../tests/e2e/browser";
import { type PictureId, renderPicture } from "./demo/pictures";
import { DEMO_PASSWORD, ensureDemoWorld } from "./demo/seed";
import { demoMembers } from "./demo/world";
import { startLocalServer } from "./local-server";
import { projectRoot, stateFolder } from "./local-state";
import { build } from "./run";

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

await Promise.all([build(), ensureDemoWorld(stateFolder())]);
const server = await startLocalServer({ port: 0, vars: { AFTERGLOW_RATE_LIMITS: "off" } });
const browser = await chromium.launch(await browserLaunch());
try {
  const { width, height } = landingImages.phone;
  await screen("phone", {
    viewport: { width: width / 1.6, height: Math.round(height / 1.6) },
    deviceScaleFactor: 1.6,
    isMobile: true,
  });
  await screen("desktop", { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });
} finally {
  await browser.close();
  await server.close();
}

/** The feed of the first demo member, once every photo in view has arrived. */
async function screen(name: "phone" | "desktop", options: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext({ ...options, baseURL: server.url, colorScheme: "dark" });
  await context.request.post("/api/auth/login", {
    data: { email: demoMembers[0]?.email, password: DEMO_PASSWORD },
  });
  const page = await context.newPage();
  await page.goto("/feed");
  await allPhotos(page);
  await write(name, await page.screenshot());
  await context.close();
}

async function allPhotos(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  );
}
