import type { Browser } from "playwright-core";
import { renderToStaticMarkup } from "react-dom/server";
import { DuskScene } from "../app/ui/dusk-scene";
import { Logo } from "../app/ui/logo";

/** Name and tagline over the dusk scene. */
const card = (
  <div
    data-theme="dark"
    className="on-dusk relative isolate h-dvh text-dusk-ink"
    style={{ padding: "72px 80px" }}
  >
    <DuskScene className="-z-10" />
    <div style={{ zoom: 2.5 }}>
      <Logo />
    </div>
    <p className="title" style={{ fontSize: 104, marginTop: 96, lineHeight: 1.04 }}>
      Share moments, <br />
      create memories
    </p>
  </div>
);

/** Returns the picture of link previews, 1200 × 630 pixels (app/features/shell/share-card.tsx). */
export async function drawSocialCard(browser: Browser, baseURL: string): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1200, height: 630 },
    bypassCSP: true,
  });
  const page = await context.newPage();
  // The styles and fonts of a page without scripts.
  await page.goto("/");
  await page.evaluate((html) => {
    document.body.innerHTML = html;
  }, renderToStaticMarkup(card));
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const picture = await page.screenshot();
  await context.close();
  return picture;
}
