import { expect, test } from "./test";

/** The language for tests: English with marks. */
const inPseudo = { name: "afterglow-language", value: "en-XA" };

test("a page has its texts in the reader's language, from the server and after the next navigations @desktop", async ({
  join,
  baseURL,
}) => {
  const { page } = await join();
  await page.context().addCookies([{ ...inPseudo, url: baseURL ?? "" }]);
  const html = await (await page.request.get("/feed")).text();
  expect(html).toContain('<html lang="en-XA"');
  expect(html).toContain("Ńō Ƥōśţś Ŷēţ");
  await page.goto("/settings/about");
  await page.getByRole("link", { name: "Afterglow" }).first().click();
  await expect(page).toHaveURL("/feed");
  await expect(page.getByRole("heading", { name: "Ńō Ƥōśţś Ŷēţ" })).toBeVisible();
});

test.describe("without catalogs", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });
  test("a document whose catalog does not load stays as the server rendered it @desktop", async ({
    join,
  }) => {
    const { page } = await join();
    await page.route("**/assets/*.json", (route) => route.abort());
    await page.goto("/feed");
    await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Create post" }).click();
    await expect(page).toHaveURL("/post");
  });
});
