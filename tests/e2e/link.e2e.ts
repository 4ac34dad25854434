import path from "node:path";
import type { Page } from "@playwright/test";
import { lazyImports } from "../lazy-imports";
import { openChat } from "./chat";
import {
  addComment,
  connect,
  gate,
  openWithSocket,
  photoFile,
  shareNumberedPosts,
  shareSeveral,
} from "./fixtures";
import { expect, test, toast } from "./test";

const LOST = "The connection is lost. Trying again…";

test.describe("without a network", () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("a lost connection shows after three seconds, and missed notifications arrive after the reconnect", async ({
    join,
  }) => {
    const [mara, noah] = [await join("mara"), await join("noah")];
    await openWithSocket(mara.page, "/feed");
    const bell = mara.page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
    const { id } = (await (await noah.page.request.get(`/api/users/profile/${mara.username}`)).json()) as {
      id: string;
    };
    await mara.page.context().setOffline(true);
    const started = Date.now();
    await expect(mara.page.getByText(LOST)).toBeVisible();
    expect(Date.now() - started).toBeGreaterThan(2500);
    await noah.page.request.post(`/api/connections/request/${id}`, { maxRetries: 2 });
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

  test("is loaded again after one failure, whichever part of the page it is @desktop", async ({ join }) => {
    const [mara, noa] = [await join("mara"), await join("noa")];
    const { page } = mara;
    await connect(mara, noa);
    const [post = ""] = await shareNumberedPosts(page, 1);
    await shareSeveral(noa, 2);
    const parts = [...new Set(lazyImports().map(({ name }) => path.posix.basename(name)))];
    const failed = new Set<string>();
    // The studio's route and the schemas that it loads on demand have the same name.
    let isInStudio = false;
    await page.route("**/assets/*.js*", (route) => {
      const name = /\/assets\/(.+)-[\w-]{8}\.js/.exec(route.request().url())?.[1] ?? "";
      const isRoute = name === "ai" && !isInStudio;
      if (!parts.includes(name) || isRoute || failed.has(name)) return route.continue();
      failed.add(name);
      return route.abort();
    });
    const dialog = (name: string) => page.getByRole("dialog", { name });
    const choose = async (button: string, item: string) => {
      await page.getByRole("button", { name: button }).first().click();
      await page.getByRole("menuitem", { name: item }).click();
    };

    // As in a browser without `field-sizing`.
    await page.addInitScript(() => {
      CSS.supports = () => false;
    });
    await page.goto("/feed");
    const newest = page.getByRole("feed").getByRole("article").first();
    const comment = newest.getByRole("textbox", { name: "Add a comment" });
    await comment.fill("Two gulls");
    await expect(comment).toHaveAttribute("style", /height/);
    await expect(newest.getByRole("group", { name: "2 photos" })).toBeVisible();
    await comment.fill("@noa");
    await expect(page.getByRole("listbox", { name: "Members" })).toBeVisible();
    await comment.fill("");
    await comment.blur();
    await page.evaluate(() => dispatchEvent(new Event("beforeinstallprompt")));
    await expect.poll(() => failed.has("keep-install.client")).toBe(true);
    await page.keyboard.press("?");
    await expect(dialog("Keyboard")).toBeVisible();
    await page.keyboard.press("Escape");
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^Notifications/ })
      .click();
    await expect(page.getByText("No notifications yet").or(page.getByText(/accepted/))).toBeVisible();
    await page.keyboard.press("Escape");
    await newest.getByRole("button", { name: "Share", exact: true }).click();
    await expect(page.getByRole("button", { name: "Copy link" })).toBeVisible();
    await page.keyboard.press("Escape");
    await choose("Post menu", "Report");
    await expect(dialog("Report this post")).toBeVisible();

    // As an action leaves it.
    await page.evaluate((flash) => {
      // biome-ignore lint/suspicious/noDocumentCookie: as in the app, the Cookie Store API is not in every browser yet.
      document.cookie = `afterglow-flash=${encodeURIComponent(flash)}; Path=/`;
    }, `settings-saved@/post/${post}`);
    await page.goto(`/post/${post}`);
    await expect(toast(page, "Settings saved")).toBeVisible();
    await page.getByRole("link", { name: /, view photo$/ }).click();
    await expect(dialog("Photo viewer")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog("Photo viewer")).toHaveCount(0);
    await choose("Post menu", "Download photo");
    await expect(toast(page, "Photo downloaded")).toBeVisible();
    await choose("Post menu", "Edit post");
    await expect(dialog("Edit post")).toBeVisible();
    await addComment(mara, post, "And a tern", await addComment(mara, post, "Two gulls"));
    await page.goto(`/post/${post}`);
    await choose(`Options of comment by ${mara.username}`, "Edit");
    await expect(page.getByRole("textbox", { name: "Edit comment" })).toBeVisible();
    await choose(`Options of comment by ${mara.username}`, "Delete");
    await expect(page.getByRole("alertdialog", { name: "Delete comment?" })).toBeVisible();
    await page.goto("/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await expect(dialog("Edit Profile")).toBeVisible();
    expect((await page.request.post(`/api/posts/${post}/save`)).ok()).toBe(true);
    await page.goto("/profile?tab=saved");
    await page.getByRole("button", { name: "Select" }).click();
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Add to collection" }).click();
    await dialog("Add to collection").getByLabel("New collection").fill("Harbour");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /^Harbour/ }).click();
    await choose("Collection menu", "Rename");
    await expect(dialog("Rename collection")).toBeVisible();
    await page.goto("/post");
    await page.getByLabel("Image").setInputFiles(await photoFile());
    await page.getByRole("button", { name: "Edit image" }).click();
    await expect(dialog("Edit photo")).toBeVisible();

    await page.goto("/settings/import");
    await expect(page.getByText("Choose file")).toBeVisible();

    failed.delete("live-chat.client");
    await openChat(mara, noa);
    await page.getByPlaceholder("Message...").fill("Still here");
    await page.getByPlaceholder("Message...").press("Enter");
    await expect(page.getByRole("log").getByText("Sent", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Search in conversation" }).click();
    await expect(page.getByRole("searchbox", { name: "Search in conversation" })).toBeVisible();
    await page.getByRole("button", { name: "Close search" }).click();
    await page.getByRole("searchbox", { name: "Search messages" }).fill("still");
    await expect(page.getByRole("region", { name: "In messages" }).getByRole("link")).toHaveCount(1);
    await page.getByRole("button", { name: /^(Message options|Options of this message)$/ }).press("Enter");
    await page.getByRole("menuitem", { name: "Reply" }).click();
    await expect(page.getByRole("button", { name: /Cancel/ })).toBeVisible();
    await choose(`Options of the chat with ${noa.username}`, "Archive");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await page.getByRole("button", { name: /^(Message options|Options of this message)$/ }).press("Enter");
    await page.getByRole("menuitem", { name: "Forward" }).click();
    await expect(dialog("Forward to")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByPlaceholder("Message...").fill(new URL(`/post/${post}`, page.url()).href);
    await page.getByPlaceholder("Message...").press("Enter");
    await expect(page.getByRole("log").getByRole("link", { name: /Photo 1/ })).toBeVisible();

    await page.goto("/ai");
    const prompt = page.getByLabel("Describe your image");
    await expect(prompt).toBeVisible();
    isInStudio = true;
    await page.getByRole("button", { name: "Generate Image" }).click();
    await expect(prompt).toHaveAttribute("aria-invalid", "true");

    await page.evaluate(() => localStorage.setItem("afterglow_recent_prompts", "[]"));
    await page.context().clearCookies();
    await page.goto("/login");
    // Asked for by the autofill of the email field.
    await expect.poll(() => failed.has("webauthn.client")).toBe(true);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("afterglow_recent_prompts"))).toBeNull();
    await page.route("**/signup.data*", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("link", { name: "Sign up" }).click();
    await expect(page.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
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

  test("does not reload over an unsaved photo, file, text or studio image", async ({ join }) => {
    const [mara, noa] = [await join("mara"), await join("noa")];
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

    await page.goto("/settings");
    const password = page.getByLabel("New password");
    await password.fill("golden hours");
    await expectNoReload("a text");
    await expect(password).toHaveValue("golden hours");

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
  // The landing page's images come from the demo data set, which a test build may lack. A request of the other tab may be on its way
  // when the session ends.
  test.use({ allowedErrors: [/landing\/\w+\.webp|status of 401/] });

  test("logging out in one tab logs the other tab out", async ({ join }) => {
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

test.describe("a rejected socket", () => {
  test.use({ allowedErrors: [/WebSocket|status of 404/] });

  test("shows one error and retries until the socket opens", async ({ join }) => {
    const { page } = await join();
    await page.addInitScript(() => {
      const NativeWebSocket = window.WebSocket;
      let attempts = 0;
      // The first two sockets go to a URL that does not exist.
      window.WebSocket = class extends NativeWebSocket {
        constructor(url: string | URL) {
          attempts += 1;
          super(attempts > 2 ? url : "/no-such-socket");
        }
      };
    });
    await page.goto("/feed");
    await expect(toast(page, "Connection error")).toContainText("Failed to connect to chat server");
    await expect(page.getByText(LOST)).toHaveCount(0);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast(page, "Connection error")).toHaveCount(0);
  });
});
