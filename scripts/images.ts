import { mkdirSync } from "node:fs";
import path from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import sharp from "sharp";
import { type LandingImageName, landingImages } from "../app/features/landing/landing-images";
import { type ImageId, readImage } from "./demo/images";
import { logInAsDemo, settled, withDemo } from "./demo-browser";
import { projectRoot } from "./local-state";
import { drawSocialCard } from "./social-card";

/**
 * `npm run images` renders the images of the landing page and of the README: screenshots of the current product and
 * photos of the demo data. The files are committed; run it when a screen has changed.
 */
const folder = path.join(projectRoot, "public/landing");
mkdirSync(folder, { recursive: true });

const photos = {
  photo: "lanterns-on-water",
  share: "lighthouse",
  messages: "string-lights",
  studio: "jellyfish",
} satisfies Partial<Record<LandingImageName, ImageId>>;

const readmeFolder = path.join(projectRoot, "docs/images");
mkdirSync(readmeFolder, { recursive: true });

const readmeScreens: Record<string, (page: Page) => Promise<unknown>> = {
  feed: (page) => page.goto("/feed"),
  post: async (page) => {
    await page.goto("/feed");
    await page
      .getByRole("link", { name: /, view post$/ })
      .nth(1)
      .click();
    await page.waitForURL("/post/*");
  },
  chat: (page) => page.goto("/chat?user=amara_obi"),
  studio: async (page) => {
    await page.goto("/ai");
    await page.getByLabel("Describe your image").fill("A lighthouse on a cliff at dusk, calm sea");
    await page.getByRole("button", { name: "Generate Image" }).click();
    await page.getByRole("button", { name: "Use in Post" }).first().waitFor();
  },
};

async function write(name: LandingImageName, image: Buffer): Promise<void> {
  const { file, width, height } = landingImages[name];
  await sharp(image)
    .resize(width, height, { fit: "cover", position: "attention" })
    .webp({ quality: 60 })
    .toFile(path.join(folder, file));
}

for (const [name, image] of Object.entries(photos) as [keyof typeof photos, ImageId][]) {
  await write(name, await readImage(image));
}

await withDemo(async (browser, server) => {
  /** Takes a screenshot of the demo member's feed after every visible photo has loaded. */
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
  await sharp(await drawSocialCard(browser, server.url))
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(path.join(folder, "card.jpg"));

  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1080, height: 760 },
    colorScheme: "dark",
  });
  await logInAsDemo(context);
  const page = await context.newPage();
  for (const [name, show] of Object.entries(readmeScreens)) {
    await show(page);
    await settled(page);
    await sharp(await page.screenshot())
      .resize(720)
      .webp({ quality: 72 })
      .toFile(path.join(readmeFolder, `${name}.webp`));
  }
});
