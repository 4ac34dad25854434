import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { type Cookies, noted, openPhone, type PerformanceEntries, type Phone } from "./phone";

export interface Loaded extends PerformanceEntries {
  /** Bytes: images as transferred, scripts gzipped. */
  imageBytes: number;
  scriptBytes: number;
  /** Images with more pixels than their box needs, and by how much, the worst first. */
  widest: { src: string; times: number }[];
}

/** Opens a page as a first visit on the slow phone and passes it to `then` before closing it. */
export async function load(
  browser: Browser,
  { origin, path, cookies }: { origin: string; path: string; cookies?: Cookies },
  then: (phone: Phone) => Promise<void> = async () => {},
): Promise<Loaded> {
  const phone = await openPhone(browser, { origin, cookies, slowNetwork: true });
  const { page, devtools } = phone;
  const images = new Set<string>();
  const scripts: Promise<Buffer>[] = [];
  let imageBytes = 0;
  devtools.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type === "Image" && !response.url.startsWith("data:")) images.add(requestId);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (images.has(requestId)) imageBytes += encodedDataLength;
  });
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body());
  });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  const result = {
    ...(await noted(page)),
    imageBytes,
    scriptBytes: (await Promise.all(scripts)).reduce((sum, body) => sum + gzipSync(body).length, 0),
    widest: await tooWide(phone),
  };
  await then(phone);
  await phone.context.close();
  return result;
}

async function tooWide({ page }: Phone): Promise<Loaded["widest"]> {
  const all = await page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter((image) => image.complete && image.naturalWidth > 0)
        .map(async (image) => {
          // With `srcset`, `naturalWidth` depends on `sizes` and not on the loaded file.
          const { width } = await createImageBitmap(await (await fetch(image.currentSrc)).blob());
          return {
            src: image.currentSrc,
            times: width / (image.getBoundingClientRect().width * devicePixelRatio),
          };
        }),
    ),
  );
  return all.sort((a, b) => b.times - a.times);
}
