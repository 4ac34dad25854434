import { translatorTo } from "../factories/catalog";
import { lastMailed } from "./last-mailed";
import { expect, freshName, PASSWORD, test } from "./test";

/** A browser with this locale asks for its pages in German. */
const locale = "de-AT";

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

test.describe("a browser that asks for German", () => {
  test.use({ locale });

  test("gets it from the server, and without JavaScript the footer chooses another one @desktop", async ({
    browser,
    contextOptions,
    baseURL,
  }) => {
    const [german, turkish] = await Promise.all([translatorTo("de"), translatorTo("tr")]);
    const context = await browser.newContext({
      ...contextOptions,
      baseURL,
      locale,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("link", { name: german("Get Started") }).first()).toBeVisible();
    await page.goto("/about?from=here");
    const footer = page.getByRole("contentinfo");
    await footer.getByLabel(german("Language")).selectOption("Türkçe");
    await footer.getByRole("button", { name: german("Change language") }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "tr");
    await expect(page).toHaveURL("/about?from=here");
    await expect(page.getByRole("heading", { name: turkish("AI, if you like") })).toBeVisible();
    await context.close();
  });

  test("keeps what is typed when its member chooses another one, which other tabs then have too @desktop", async ({
    page,
    signIn,
  }) => {
    const [german, turkish] = await Promise.all([translatorTo("de"), translatorTo("tr")]);
    const { email } = await signIn();
    const other = await page.context().newPage();
    await other.goto("/about");
    await page.goto("/login");
    await page.getByLabel(german("Email")).fill(email);
    await page.getByLabel(german("Language")).selectOption("Türkçe");
    await page.getByRole("button", { name: german("Change language") }).click();
    await expect(
      page.getByRole("heading", { name: turkish("Log in to {site}", { values: { site: "Afterglow" } }) }),
    ).toBeVisible();
    await expect(page.getByLabel(turkish("Email"))).toHaveValue(email);
    await page.getByLabel(turkish("Password"), { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: turkish("Log in"), exact: true }).click();
    await expect(page).toHaveURL("/feed");
    await page.goto("/settings/appearance");
    await expect(page.getByRole("heading", { name: turkish("Appearance") })).toBeVisible();
    await expect(page.getByRole("combobox", { name: turkish("Language") })).toHaveValue("tr");
    await expect(other.locator("html")).toHaveAttribute("lang", "de");
    await other.getByRole("link", { name: german("Terms"), exact: true }).click();
    await expect(other.locator("html")).toHaveAttribute("lang", "tr");
  });

  test("gets it with a cookie of ten kilobytes @desktop", async ({ request }) => {
    const reply = await request.get("/about", {
      headers: {
        Cookie: `afterglow-language=${"x".repeat(10_000)}`,
        "Accept-Language": "de-AT,de;q=0.9,en;q=0.5",
      },
    });
    expect([reply.status(), await reply.text()]).toEqual([200, expect.stringContaining('<html lang="de"')]);
  });
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
