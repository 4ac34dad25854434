import { expect, test } from "./test";

test.use({ serviceWorkers: "allow", allowedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] });

test("shows the offline page without a network, reloads with it and caches no member's page", async ({
  join,
}) => {
  const { page, username } = await join();
  await page.goto("/profile");
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await page.reload();
  await page.context().setOffline(true);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: username })).toBeVisible();

  const cached = await page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached).toContain("/offline");
  expect(cached.filter((path) => path !== "/offline" && !path.startsWith("/assets/"))).toEqual([]);
  expect(cached.some((path) => path.endsWith(".css"))).toBe(true);
});

test("the offline page and the manifest follow the reader's language @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/settings/appearance");
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await page.getByRole("button", { name: "Change language" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.match("/offline"))?.text()) ?? ""))
    .toContain('<html lang="de"');
  await page.context().setOffline(true);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "Du bist offline" })).toBeVisible();
  await page.context().setOffline(false);
  const manifest = await page.request.get("/manifest.de.webmanifest");
  expect(manifest.headers()["content-type"]).toContain("application/manifest+json");
  expect(await manifest.json()).toMatchObject({
    lang: "de",
    description: "Momente teilen, Erinnerungen schaffen.",
  });
});

test("the app is installable: manifest, icons and immutable assets", async ({ request }) => {
  const html = await (await request.get("/login")).text();
  /** Returns the address of the first link of this kind. */
  const linked = (rel: string) => {
    const [link = ""] = new RegExp(`<link[^>]*rel="${rel}"[^>]*>`).exec(html) ?? [];
    return /href="([^"]*)"/.exec(link)?.[1] ?? "";
  };
  const href = linked("manifest");
  const manifest = await (await request.get(href)).json();
  expect(manifest).toMatchObject({ name: "Afterglow", start_url: "/feed", display: "standalone" });
  const icons: { src: string; sizes: string; type: string; purpose?: string }[] = manifest.icons;
  for (const { src, type } of icons) {
    const icon = await request.get(src);
    expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, type]);
  }
  expect(icons.map(({ sizes, purpose = "any" }) => `${sizes} ${purpose}`)).toEqual(
    expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]),
  );
  const script = linked("modulepreload");
  expect((await request.get(script)).headers()["cache-control"]).toContain("immutable");
});
