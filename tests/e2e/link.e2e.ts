import type { Page } from "@playwright/test";
import { openChat } from "./chat";
import { connect, gate, idOf, openSynced, photoFile, shareNumberedPosts, shareSeveral } from "./fixtures";
import { expect, test, toast } from "./test";

const LOST = "The connection is lost. Trying again…";

test.describe("without a network", () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("a lost connection shows, and missed notifications arrive after the reconnect", async ({
    join,
    signIn,
  }) => {
    const [mara, noah] = [await join("mara"), await signIn("noah")];
    await openSynced(mara.page, "/feed");
    const bell = mara.page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
    const id = await idOf(mara);
    await mara.page.context().setOffline(true);
    await expect(mara.page.getByText(LOST)).toBeVisible();
    await noah.request.post(`/api/connections/request/${id}`, { maxRetries: 2 });
    await mara.page.context().setOffline(false);
    await expect(mara.page.getByText(LOST)).toHaveCount(0);
    await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
  });
});

test.describe("a failing navigation", () => {
  test.use({ allowedErrors: [/ERR_FAILED|Failed to fetch/] });

  test("shows its error inside the page, keeps the bars, and Retry loads the page", async ({ join }) => {
    const { page } = await join();
    await page.goto("/feed");
    await page.route("**/*.data*", (route) => route.abort());
    await page.getByRole("link", { name: "Create with AI" }).first().click();
    await expect(page.getByText("Failed to load your images. Please try again later.")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button", { name: /^Notifications/ })).toBeVisible();
    await page.unroute("**/*.data*");
    // The button shows its busy state while the request is pending, then offers another retry.
    const held = gate();
    await page.route("**/api/auth/me", (route) => held.passed.then(() => route.abort()));
    const retry = page.getByRole("button", { name: "Retry", exact: true });
    await retry.click();
    await expect(page.getByRole("button", { name: "Retrying..." })).toBeVisible();
    held.open();
    await expect(retry).toBeVisible();
    await page.unroute("**/api/auth/me");
    await retry.click();
    await expect(page.getByRole("heading", { name: "Create with AI" })).toBeVisible();
  });
});

test.describe("a failing code chunk", () => {
  const code = "**/assets/menu-panel*";
  test.use({ allowedErrors: [/ERR_FAILED|status of 404/] });

  const menu = (page: Page) => page.getByRole("button", { name: "Your menu" });
  const openMenu = async (page: Page) => {
    await menu(page).click();
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  };

  test("shows an error without a network and reloads the page once the network is back", async ({ join }) => {
    const { page } = await join();
    await page.goto("/search");
    await page.route("**/*", (route) => route.abort());
    await menu(page).click();
    await expect(toast(page, "Connection error")).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    const reloads = page.waitForEvent("load");
    await page.unroute("**/*");
    await reloads;
    await openMenu(page);
  });

  test("is loaded again after one failure @desktop", async ({ join }) => {
    const mara = await join("mara");
    const { page } = mara;
    await shareSeveral(mara, 2);
    const parts = ["menu-panel", "keys-dialog", "card-strip", "popover-panel"].map(
      (name) => `${name}.client`,
    );
    const failed = new Set<string>();
    await page.route("**/assets/*.js*", (route) => {
      const name = /\/assets\/(.+)-[\w-]{8}\.js/.exec(route.request().url())?.[1] ?? "";
      if (!parts.includes(name) || failed.has(name)) return route.continue();
      failed.add(name);
      return route.abort();
    });
    await page.goto("/feed");
    const newest = page.getByRole("feed").getByRole("article").first();
    await expect(newest.getByRole("group", { name: "2 photos" })).toBeVisible();
    await page.getByRole("banner").getByRole("button", { name: "Notifications" }).click();
    await expect(page.getByText("No notifications yet")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
    await page.keyboard.press("Escape");
    await openMenu(page);
    expect([...failed].sort()).toEqual(parts.toSorted());
  });

  test("reloads the page when a newer build is deployed, but not while a field has unsent text", async ({
    join,
  }) => {
    const { page } = await join();
    const [post] = await shareNumberedPosts(page, 1);
    await page.goto(`/post/${post}`);
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    const comment = page.getByRole("textbox", { name: "Add a comment" });
    await comment.fill("A gull, I think");
    await menu(page).click();
    await expect(toast(page, "Connection error")).toBeVisible();
    await expect(comment).toHaveValue("A gull, I think");
    const reloads = page.waitForEvent("load");
    await comment.fill("");
    await reloads;
    await page.unroute(code);
    await openMenu(page);
  });

  /** Advances the page's clock by 10 seconds, then waits until the server has answered the page's requests. */
  async function advanceClock(page: Page): Promise<void> {
    await page.clock.runFor(10_000);
    await page.evaluate(() => fetch("/favicon.svg", { cache: "no-store" }).then(({ ok }) => ok));
  }

  test("does not reload over an unsaved photo, file or studio image @desktop @all", async ({
    join,
    signIn,
  }) => {
    const [mara, noa] = [await join("mara"), await signIn("noa")];
    await connect(mara, noa);
    const { page } = mara;
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    await page.clock.install();
    let reloads = 0;
    page.on("dialog", (dialog) => {
      reloads += 1;
      void dialog.accept();
    });
    page.on("load", () => {
      reloads += 1;
    });
    const link = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

    async function expectNoReload(unsaved: string, button = menu(page)): Promise<void> {
      reloads = 0;
      await button.click();
      await expect(toast(page, "Connection error"), unsaved).toBeVisible();
      await advanceClock(page);
      expect(reloads, unsaved).toBe(0);
      await expect(toast(page, "Connection error")).toHaveCount(0);
    }
    await page.goto("/post");
    await page.getByLabel("Image").setInputFiles(await photoFile());
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
    await page.route("**/assets/darkroom*", (route) => route.fulfill({ status: 404 }));
    await expectNoReload("a photo", page.getByRole("button", { name: "Edit image" }));

    await page.goto("/ai");
    await page.getByLabel("Upload an image to edit").setInputFiles(await photoFile());
    await expect(page.getByRole("img", { name: "Your upload" })).toBeVisible();
    await link("Feed").click();
    await expect(page).toHaveURL("/feed");
    await expectNoReload("an image in the studio, from another page");

    await openChat(mara, noa);
    await page.getByLabel("Attach a file").setInputFiles(await photoFile());
    await expectNoReload("a file of a message");
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Remove attachment" }).click();
    await loaded;
  });

  test("reloads only the page on which it failed, once per failure", async ({ join }) => {
    const { page } = await join();
    await page.clock.install();
    await page.goto("/search");
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    // The page asks for confirmation before a reload, and the test stays on it.
    await page.evaluate(() => addEventListener("beforeunload", (event) => event.preventDefault()));
    let dialogs = 0;
    page.on("dialog", (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    const openMenuWithDialog = async () => {
      const confirmation = page.waitForEvent("dialog");
      await menu(page).click();
      await confirmation;
    };
    await openMenuWithDialog();
    await advanceClock(page);
    expect(dialogs).toBe(1);
    await openMenuWithDialog();
    await advanceClock(page);
    expect(dialogs).toBe(2);

    // Without a server the reload waits, and a navigation cancels it.
    await page.route("**/favicon.svg", (route) => route.abort());
    await menu(page).click();
    await expect(toast(page, "Connection error")).toBeVisible();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feed" }).click();
    await expect(page).toHaveURL("/feed");
    await page.unroute("**/favicon.svg");
    await advanceClock(page);
    expect(dialogs).toBe(2);
    await openMenuWithDialog();
    expect(dialogs).toBe(3);
  });
});

test.describe("two tabs", () => {
  // The landing page's images come from the demo data set, which a test build may lack. The other tab's request may be
  // in flight when the session ends.
  test.use({ allowedErrors: [/landing\/\w+\.webp|status of 401/] });

  test("logging out in one tab logs the other tab out @desktop @all", async ({ join }) => {
    const { page } = await join();
    await page.goto("/feed");
    const other = await page.context().newPage();
    await other.goto("/feed");
    await other.getByRole("button", { name: "Your menu" }).click();
    await other.getByRole("menuitem", { name: "Log out" }).click();
    await expect(other).toHaveURL("/");
    await expect(page).toHaveURL("/login");
  });
});
