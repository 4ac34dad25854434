import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { cameraJpeg } from "../factories/photos";
import { log, openChat, say } from "./chatting";
import { connect } from "./share";
import { expect, test } from "./test";

// A page that is not there answers 404, and Chromium writes that down.
test.use({ allowedErrors: [/status of 404/] });

/** Holds a page, as it is, to WCAG 2.2 AA in both themes. */
async function expectAccessible(page: Page, name: string, part = "html"): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    // Colours change over 200 ms; axe reads them as they are at that moment.
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
    const { violations } = await new AxeBuilder({ page })
      .include(part)
      .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
    expect(found, `${name}, ${theme}`).toEqual([]);
  }
}

test("the visitors' pages are accessible in both themes", async ({ page }) => {
  for (const path of ["/", "/login", "/signup", "/terms", "/privacy", "/no/such/page"]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
  await page.goto("/signup");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expectAccessible(page, "a refused form");
});

test("the members' pages are accessible in both themes", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  const upload = {
    name: "a.jpg",
    mimeType: "image/jpeg",
    buffer: await cameraJpeg({ width: 600, height: 400 }),
  };
  const empty = ["/feed", "/profile", "/post", "/post/nowhere", "/profile/nobody.here", "/chat"];
  for (const path of empty) {
    await page.goto(path);
    await expectAccessible(page, `${path}, empty`);
  }
  const { url } = await (await page.request.post("/api/media", { multipart: { file: upload } })).json();
  const reply = await page.request.post("/api/posts", {
    data: { mediaUrl: url, caption: "Dusk", location: "Lisbon" },
  });
  const post = await reply.json();
  for (const path of ["/feed", "/profile", `/post/${post.id}`]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
  const noa = await join("noa");
  await connect(mara, noa);
  await say(mara, noa, ["hello"]);
  await say(noa, mara, ["https://example.com", "🌅"]);
  await openChat(mara, noa);
  await expect(log(page, noa).getByText("New messages")).toBeVisible();
  await expectAccessible(page, "a conversation");
  await page.getByRole("button", { name: "Your menu" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "the menu", "[role=menu]");
});
