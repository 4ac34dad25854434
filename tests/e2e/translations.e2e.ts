import { addComment, cardOf, connect, sharePosts } from "./fixtures";
import { expect, test } from "./test";

const GERMAN = "Wunderschön, das Licht am Hafen heute Morgen! #hafen";

test("a caption and a comment in another language are translated by the browser, and the originals are a press away @desktop", async ({
  join,
}) => {
  const [mara, jonas] = [await join(), await join()];
  await connect(mara, jonas);
  const [postId = ""] = await sharePosts(jonas, [{ caption: GERMAN }]);
  await addComment(jonas, postId, "Der Tag war wirklich sehr schön");
  const { page } = mara;
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const translator = { translate: async () => "Beautiful, the light at the harbour this morning!" };
    Object.assign(window, {
      Translator: { availability: async () => "available", create: async () => translator },
      LanguageDetector: {
        availability: async () => "available",
        create: async () => ({ detect: async () => [{ detectedLanguage: "de", confidence: 1 }] }),
      },
    });
  });
  await page.goto("/feed");
  const card = cardOf(page, "Licht am Hafen");
  // The offer is looked up once the reader does something.
  await card.hover();
  await card.getByRole("button", { name: "Translate", exact: true }).click();
  const translated = cardOf(page, "Beautiful, the light");
  await expect(translated.locator('[lang="en"]')).toContainText("this morning! #hafen");
  await expect(translated.getByRole("status")).toHaveText("Translated from German");
  await expect(translated.getByRole("link", { name: "#hafen" })).toHaveAttribute("href", "/tag/hafen");
  await translated.getByRole("button", { name: "Show original" }).click();
  await expect(card.getByRole("status")).toBeEmpty();
  await card.getByRole("button", { name: "Show translation" }).click();
  await expect(translated).toContainText("Translated from German");
  expect(asked).not.toContain("/api/translate");

  await page.goto(`/post/${postId}`);
  await page.getByRole("main").hover();
  const offers = page.getByRole("main").getByRole("button", { name: "Translate", exact: true });
  await expect(offers).toHaveCount(2);
  await offers.last().click();
  await expect(page.getByRole("main")).toContainText("Beautiful, the light");
  await expect(page.getByRole("main")).toContainText("Licht am Hafen");
});

test("where nothing translates, and for one's own texts, nothing is offered @desktop", async ({ join }) => {
  const jonas = await join();
  await sharePosts(jonas, [{ caption: GERMAN }]);
  const { page } = jonas;
  await page.addInitScript(() => {
    Object.assign(window, {
      Translator: { availability: async () => "available", create: async () => null },
    });
  });
  await page.goto("/feed");
  await expect(cardOf(page, "Licht am Hafen")).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => done(null))));
  await expect(page.getByRole("button", { name: "Translate", exact: true })).toHaveCount(0);
});
