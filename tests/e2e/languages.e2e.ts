import { lastMailed } from "./last-mailed";
import { expect, freshName, PASSWORD, test } from "./test";

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

test("a mail is in the language in which its member has signed up @desktop", async ({ page, baseURL }) => {
  await page.context().addCookies([{ ...inPseudo, url: baseURL ?? "" }]);
  const email = `${freshName("new")}@example.com`;
  const data = { email, fullName: "New One", password: PASSWORD };
  expect((await page.request.post("/api/auth/signup", { data })).ok()).toBe(true);
  expect(await lastMailed(email, /Subject: .*/)).toMatch(/^Subject: Ćōńƒĩŕḿ ŷōũŕ ēḿàĩĺ àďďŕēśś/);
  expect(await lastMailed(email, /\d{6}\. .*/)).toMatch(/^\d{6}\. Ēńţēŕ ĩţ/);
});

test("a form without JavaScript chooses the language and leads back @desktop", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false });
  const page = await context.newPage();
  await context.addCookies([{ ...inPseudo, url: baseURL ?? "" }]);
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "en-XA");
  const chosen = await page.request.post("/language", { form: { language: "en", next: "/terms?x=1" } });
  expect([chosen.url(), chosen.status()]).toEqual([`${baseURL}/terms?x=1`, 200]);
  await page.goto("/about");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  const refused = await page.request.post("/language", { form: { language: "xx" } });
  expect([refused.status(), await refused.text()]).toEqual([
    422,
    expect.stringContaining("Please choose one of the languages."),
  ]);
  expect((await page.request.get("/language")).url()).toBe(`${baseURL}/`);
  await context.close();
});

test.describe("a refused change", () => {
  test.use({ allowedErrors: [/409/] });
  test("errors of calls and rules of forms are in the reader's language @desktop", async ({
    join,
    baseURL,
  }) => {
    const { page } = await join();
    await page.context().addCookies([{ ...inPseudo, url: baseURL ?? "" }]);
    await page.goto("/settings/profile");
    const username = page.locator("input[name=username]");
    await username.fill("admin");
    await expect(page.getByText("Ţĥĩś ũśēŕńàḿē ĩś àĺŕēàďŷ ţàķēń.").first()).toBeVisible();
    await username.press("Enter");
    await expect(page.getByText("Ţĥĩś ũśēŕńàḿē ĩś àĺŕēàďŷ ţàķēń.").last()).toBeVisible();
    await username.fill("no spaces");
    await username.press("Enter");
    await expect(page.getByText("Ũśēŕńàḿē ćàń ōńĺŷ ćōńţàĩń").first()).toBeVisible();
  });
});

test.describe("without catalogs", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });
  test("a document whose catalog does not load stays as the server rendered it @desktop", async ({
    join,
  }) => {
    const { page } = await join();
    await page.route("**/assets/*.en-*.js", (route) => route.abort());
    await page.goto("/feed");
    await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Create post" }).click();
    await expect(page).toHaveURL("/post");
  });
});
