import { cardOf, connect, gate, idOf, sharePosts } from "./fixtures";
import { expect, type Member, type Session, test, toast } from "./test";

async function profileOf(viewer: Member, other: Session) {
  await viewer.page.goto(`/profile/${other.username}`);
  const button = (name: string) => viewer.page.getByRole("main").getByRole("button", { name, exact: true });
  const count = (label: string) =>
    viewer.page
      .getByRole("main")
      .locator("dl > div")
      .filter({ hasText: new RegExp(`${label}$|^${label}`) })
      .locator("dd");
  return { button, count };
}

test.describe("a connection", () => {
  test.use({ allowedErrors: [/status of 500/] });

  test("updates both profiles live as it is requested, cancelled, requested again, accepted and ended @desktop", async ({
    join,
  }) => {
    const [mara, noah] = [await join("mara"), await join("noah")];
    const link = gate();
    await noah.page.routeWebSocket("/ws", async (socket) => {
      await link.passed;
      socket.connectToServer();
    });
    const hers = await profileOf(mara, noah);
    const his = await profileOf(noah, mara);
    await expect(his.button("Connect")).toBeVisible();

    await test.step("a failing request shows an error and leaves the button unchanged", async () => {
      const path = "**/api/connections/request/*";
      await mara.page.route(path, (route) => route.fulfill({ status: 500, body: "{}" }), { times: 1 });
      await hers.button("Connect").click();
      await expect(toast(mara.page, "Error")).toContainText("Failed to update connection");
      await expect(hers.button("Connect")).toBeVisible();
    });

    await test.step("a profile shows a request that was sent before its link opened", async () => {
      await hers.button("Connect").click();
      await expect(toast(mara.page, "Request sent")).toBeVisible();
      await expect(hers.button("Requested")).toBeVisible();
      await expect(his.button("Connect")).toBeVisible();
      link.open();
      await expect(his.button("Accept")).toBeVisible();
    });

    await hers.button("Requested").click();
    await expect(toast(mara.page, "Request cancelled")).toBeVisible();
    await expect(hers.button("Connect")).toBeVisible();
    await expect(his.button("Connect")).toBeVisible();

    await hers.button("Connect").click();
    await his.button("Accept").click();
    await expect(toast(noah.page, "Connected")).toBeVisible();
    await expect(hers.button("Connected")).toBeVisible();
    await expect(hers.count("Connected")).toHaveText("1");

    await his.button("Connected").click();
    const confirmation = noah.page.getByRole("alertdialog", { name: `Disconnect from ${mara.username}?` });
    await confirmation.getByRole("button", { name: "Cancel" }).click();
    await expect(his.button("Connected")).toBeVisible();
    await his.button("Connected").click();
    await confirmation.getByRole("button", { name: "Disconnect" }).click();
    await expect(toast(noah.page, "Disconnected")).toBeVisible();
    await expect(his.button("Connect")).toBeVisible();
    await expect(hers.button("Connect")).toBeVisible();
    await expect(hers.count("Connected")).toHaveText("0");
  });
});

test.describe("the feed", () => {
  // The open profile may be refetched after the block, which returns 404.
  test.use({ allowedErrors: [/status of 404/] });

  test("follows the member's connections, their own counts and a block, and inserts new posts on request only @desktop", async ({
    join,
    signIn,
  }) => {
    const [mara, noah] = [await join("mara"), await signIn("noah")];
    await sharePosts(noah, [{ caption: "His dusk" }]);
    await sharePosts(mara, [{ caption: "Her dawn" }]);
    const { page } = mara;
    const toPage = (name: string) =>
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
    await test.step("the member's own profile has no connect button, and live counts", async () => {
      const hers = await profileOf(mara, mara);
      await expect(page.getByRole("heading", { name: mara.username })).toBeVisible();
      await expect(hers.button("Connect")).toHaveCount(0);
      await expect(hers.count("Connected")).toHaveText("0");
      await connect(noah, mara);
      await expect(hers.count("Connected")).toHaveText("1");
      await expect(hers.count("Connecting")).toHaveText("0");
      await noah.request.delete(`/api/connections/${await idOf(mara)}`);
      await expect(hers.count("Connected")).toHaveText("0");
    });

    await toPage("Feed");
    await expect(cardOf(page, "Her dawn")).toBeVisible();
    await expect(cardOf(page, "His dusk")).toHaveCount(0);
    await connect(noah, mara);
    const bar = page.getByRole("button", { name: "1 new post" });
    await expect(bar).toBeVisible();
    await expect(cardOf(page, "His dusk")).toHaveCount(0);
    await bar.click();
    await expect(page.getByRole("feed").getByRole("article")).toContainText(["Her dawn", "His dusk"]);
    await noah.request.delete(`/api/connections/${await idOf(mara)}`);
    await expect(cardOf(page, "His dusk")).toHaveCount(0);
    await expect(cardOf(page, "Her dawn")).toBeVisible();

    await test.step("a connection that is made while another page is open shows after Back", async () => {
      await toPage("Create post");
      await expect(page.getByRole("heading", { name: "Create a Post" })).toBeVisible();
      const unreadFetched = page.waitForResponse("**/api/notifications/unread");
      await connect(noah, mara);
      await unreadFetched;
      await page.goBack();
      await expect(cardOf(page, "His dusk")).toBeVisible();
    });

    await test.step("a block removes the member's posts", async () => {
      await cardOf(page, "His dusk").getByRole("link", { name: noah.username }).first().click();
      await page.getByRole("button", { name: `More about ${noah.username}` }).click();
      await page.getByRole("menuitem", { name: "Block" }).click();
      const confirmation = page.getByRole("alertdialog", { name: `Block ${noah.username}?` });
      await confirmation.getByRole("button", { name: "Block" }).click();
      await expect(page).toHaveURL("/feed");
      await expect(cardOf(page, "Her dawn")).toBeVisible();
      await expect(cardOf(page, "His dusk")).toHaveCount(0);
    });
  });
});

test.describe("the stories strip", () => {
  test.use({ allowedErrors: [/ERR_FAILED/] });

  test("shows that it loads or has failed, updates with the connections, and has arrows for a mouse only", async ({
    join,
    signIn,
    isMobile,
  }) => {
    const [mara, noah] = [await join("mara"), await signIn("noah")];
    await connect(noah, mara);
    const { page } = mara;
    const path = "**/api/connections/stories";
    const { passed, open } = gate();
    let requests = 0;
    await page.route(path, async (route) => {
      requests += 1;
      await passed;
      await route.abort();
    });
    await page.goto("/feed");
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const strip = page.getByRole("region", { name: "Stories" });
    const height = async () => (await strip.boundingBox())?.height;
    await test.step("a failed request, without a move of the cards below", async () => {
      await expect(strip.getByText("Loading stories")).toBeAttached();
      const loading = await height();
      expect(loading).toBeGreaterThan(66);
      // The page's own request and that of its link. A later one would load the strip without the button.
      await expect.poll(() => requests).toBe(2);
      open();
      await expect(strip.getByRole("alert")).toContainText("Failed to load stories.");
      expect(await height()).toBe(loading);
      await page.unroute(path);
      await strip.getByRole("button", { name: "Retry" }).click();
      await expect(strip.getByRole("button", { name: noah.username })).toBeVisible();
      await expect(strip.getByRole("alert")).toHaveCount(0);
      expect(await height()).toBe(loading);
      await page.evaluate(() => document.documentElement.removeAttribute("style"));
    });

    await test.step("the coming feature, and the connections", async () => {
      await strip.getByRole("button", { name: "Your story" }).click();
      await expect(toast(page, "Coming Soon")).toContainText("The story feature is coming soon!");
      // On a phone the toast is over the strip.
      await toast(page, "Coming Soon").getByRole("button", { name: "Dismiss" }).click();
      await strip.getByRole("button", { name: noah.username }).click();
      await expect(toast(page, "Coming Soon")).toContainText(
        `Viewing ${noah.username}'s story will be available soon!`,
      );
      await noah.request.delete(`/api/connections/${await idOf(mara)}`);
      await expect(strip.getByRole("button", { name: noah.username })).toHaveCount(0);
    });

    const connections = Array.from({ length: 20 }, (_, at) => ({
      id: `id-${at}`,
      username: `friend.${at}`,
      fullName: `Friend ${at}`,
      profileImage: null,
    }));
    const [last, ...others] = connections.toReversed();
    const headers = { Link: '</api/connections/stories?cursor=next>; rel="next"' };
    await page.route(path, (route) => route.fulfill({ json: others.reverse(), headers }));
    await page.route(`${path}?cursor=next`, (route) => route.fulfill({ json: [last] }));
    await connect(noah, mara);
    await expect(strip.getByRole("button", { name: "friend.18" })).toBeAttached();
    const right = strip.getByRole("button", { name: "Scroll stories right" });
    if (isMobile) return expect(right).toBeHidden();
    await expect(strip.getByRole("button", { name: "Scroll stories left" })).toHaveCount(0);
    await right.click();
    await expect.poll(() => strip.getByRole("list").evaluate((list) => list.scrollLeft)).toBe(200);
    // A scroll that still runs when the direction changes ends at the other end.
    const ended = strip
      .getByRole("list")
      .evaluate(
        (list) =>
          new Promise<void>((done) => list.addEventListener("scrollend", () => done(), { once: true })),
      );
    await strip.getByRole("button", { name: "Scroll stories left" }).click();
    await ended;
    await expect.poll(() => strip.getByRole("list").evaluate((list) => list.scrollLeft)).toBe(0);
    // From right to left, the strip begins at its right end.
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
      window.dispatchEvent(new Event("resize"));
    });
    await expect(right).toHaveCount(0);
    await strip.getByRole("button", { name: "Scroll stories left" }).click();
    await expect.poll(() => strip.getByRole("list").evaluate((list) => list.scrollLeft)).toBe(-200);
    await right.click();
    await expect.poll(() => strip.getByRole("list").evaluate((list) => list.scrollLeft)).toBe(0);
    await strip.getByRole("list").evaluate((list) => list.scrollBy(-list.scrollWidth, 0));
    await expect(strip.getByRole("button", { name: "friend.19" })).toBeAttached();
  });
});
