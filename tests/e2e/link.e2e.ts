import type { Page } from "@playwright/test";
import { gate, makePosts } from "./given";
import { expect, test, toast } from "./test";

const lost = "The connection is lost. Trying again…";

test.describe("without a network", () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("a lost connection shows after three seconds, and what was missed is there after it", async ({
    join,
  }) => {
    const [mara, noah] = [await join("mara"), await join("noah")];
    const opened = mara.page.waitForEvent("websocket");
    await mara.page.goto("/feed");
    await (await opened).waitForEvent("framereceived");
    const bell = mara.page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
    const { id } = (await (await noah.page.request.get(`/api/users/profile/${mara.username}`)).json()) as {
      id: string;
    };
    await mara.page.context().setOffline(true);
    const started = Date.now();
    await expect(mara.page.getByText(lost)).toBeVisible();
    expect(Date.now() - started).toBeGreaterThan(2500);
    await noah.page.request.post(`/api/connections/request/${id}`, { maxRetries: 2 });
    await mara.page.context().setOffline(false);
    await expect(mara.page.getByText(lost)).toHaveCount(0);
    await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
  });
});

test.describe("a navigation that does not arrive", () => {
  test.use({ allowedErrors: [/ERR_FAILED|Failed to fetch/] });

  test("is said in the page alone, the bars stay, and Retry brings it", async ({ join }) => {
    const { page } = await join();
    await page.goto("/feed");
    await page.route("**/*.data*", (route) => route.abort());
    await page.getByRole("link", { name: "Create with AI" }).first().click();
    await expect(page.getByText("Failed to load your images. Please try again later.")).toBeVisible();
    await expect(page.getByRole("banner").getByRole("button", { name: /^Notifications/ })).toBeVisible();
    await page.unroute("**/*.data*");
    // Without an answer the button says that it tries, and then that it can be tried again.
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

test.describe("the code of a menu that does not come", () => {
  const code = "**/assets/menu-panel*";
  test.use({ allowedErrors: [/ERR_FAILED|status of 404/] });

  const menu = (page: Page) => page.getByRole("button", { name: "Your menu" });
  const opens = async (page: Page) => {
    await menu(page).click();
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  };

  test("without a network is said, and the page is loaded anew as soon as there is one", async ({ join }) => {
    const { page } = await join();
    await page.goto("/search");
    await page.route("**/*", (route) => route.abort());
    await menu(page).click();
    await expect(toast(page, "Connection error")).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    const anew = page.waitForEvent("load");
    await page.unroute("**/*");
    await anew;
    await opens(page);
  });

  test("because a newer build is there loads the page anew, but not under what is being written", async ({
    join,
  }) => {
    const { page } = await join();
    const [post] = await makePosts(page, 1);
    await page.goto(`/post/${post}`);
    await page.route(code, (route) => route.fulfill({ status: 404 }));
    const comment = page.getByRole("textbox", { name: "Add a comment" });
    await comment.fill("A gull, I think");
    await menu(page).click();
    await expect(toast(page, "Connection error")).toBeVisible();
    await expect(comment).toHaveValue("A gull, I think");
    const anew = page.waitForEvent("load");
    await comment.fill("");
    await anew;
    await page.unroute(code);
    await opens(page);
  });
});

test.describe("two tabs", () => {
  // The landing's pictures are made from the demo world, which a test's build may lack.
  test.use({ allowedErrors: [/landing\/\w+\.webp/] });

  test("logging out in one tab ends the other's session", async ({ join }) => {
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

test.describe("when the server does not take the socket", () => {
  test.use({ allowedErrors: [/WebSocket|status of 404/] });

  test("the page says so once, and goes on trying", async ({ join }) => {
    const { page } = await join();
    await page.addInitScript(() => {
      const Real = window.WebSocket;
      let refused = 0;
      // The first two go where nobody takes them.
      window.WebSocket = class extends Real {
        constructor(url: string | URL) {
          refused += 1;
          super(refused > 2 ? url : "/no-such-socket");
        }
      };
    });
    await page.goto("/feed");
    await expect(toast(page, "Connection error")).toContainText("Failed to connect to chat server");
    await expect(page.getByText(lost)).toHaveCount(0);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast(page, "Connection error")).toHaveCount(0);
  });
});
