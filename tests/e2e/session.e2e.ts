import { type APIRequestContext, type Page, request as requests } from "@playwright/test";
import { withNext } from "~/contract/next-path";
import { DRAFT_KEYS, LOGGED_OUT, POST_DRAFT_KEYS } from "~/features/session/member-storage";
import { cardOf, idOf, sharePosts } from "./fixtures";
import { expect, freshName, PASSWORD, test, toast } from "./test";
import { MEMBERS_PATH } from "./test-server";

// Chromium logs the error status of a rejected form, and of a socket that is rejected without a cookie.
// The landing page's images come from the demo data set, which a test build may lack.
test.use({ allowedErrors: [/status of (401|422)|no valid credentials|ERR_FAILED|landing\/\w+\.webp/] });

const memberPages = [
  "/feed",
  "/chat",
  "/post",
  "/post/x",
  "/profile",
  "/profile/x",
  "/ai",
  "/search?q=x",
  "/settings",
  "/settings/security",
  "/settings/notifications",
  "/settings/export",
];

test("visitors are redirected to log-in, members from visitor pages to the feed @desktop", async ({
  join,
  request,
}) => {
  const targetOf = async (client: APIRequestContext, path: string) =>
    (await client.get(path, { maxRedirects: 0 })).headers().location;
  for (const path of [...memberPages, "/profile-setup"])
    expect(await targetOf(request, path), path).toBe(withNext("/login", path));

  const { page, username } = await join();
  const hostile = [`/login?next=${encodeURIComponent("//evil.example/feed")}`];
  for (const path of ["/", "/login", "/signup", "/profile-setup", ...hostile])
    expect(await targetOf(page.request, path), path).toBe("/feed");

  // A redirect to a new document has no body that leaving the page would interrupt.
  const logOutRequest = page.request.post("/logout.data", { form: { memberId: username } });
  for (const [reply, target] of [
    [await logOutRequest, "/"],
    [await page.request.get("/feed.data"), "/login"],
  ] as const) {
    expect(reply.status()).toBe(204);
    expect(reply.headers()).toMatchObject({
      "x-remix-redirect": target,
      "x-remix-reload-document": "true",
    });
  }

  const email = `half.${Date.now()}@example.com`;
  await request.post("/api/auth/signup", { data: { email, fullName: "Half Way", password: PASSWORD } });
  const loggedIn = await page.request.post("/login", {
    form: { email, password: PASSWORD },
    maxRedirects: 0,
  });
  expect(loggedIn.headers().location, "before the profile is set up").toBe("/profile-setup");
});

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("a member logs out while writing a post, and in again; a log-out that fails stays on the page", async ({
  join,
}) => {
  const { page, email } = await join();
  await page.goto("/post");
  await expect(async () => {
    await page.getByLabel("Caption").fill("Nobody's business");
    expect(await storedKeys(page)).toHaveLength(1);
  }).toPass();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.route("**/logout.data*", (route) => route.abort());
  await logOut(page);
  await expect(toast(page, "Logout failed")).toContainText("An error occurred while logging out");
  await expect(page).toHaveURL("/post");
  await page.unroute("**/logout.data*");
  await logOut(page);
  await expect(page).toHaveURL("/");
  await expect(toast(page, "Logged out")).toBeVisible();
  expect(await storedKeys(page)).toEqual([LOGGED_OUT]);

  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Log in to Afterglow" })).toBeVisible();
  await expect(page.getByText("Welcome back! Please enter your details.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(toast(page, "Login failed")).toContainText("Invalid email or password");
  await expect(page.getByLabel("Email")).toHaveValue(email);

  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Remember me").check();
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/feed");
  await expect(toast(page, "Welcome back!")).toContainText("You have successfully logged in");
  const session = (await page.context().cookies()).find(({ name }) => name === "afterglow");
  expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 24 * 3600);
});

interface Exit {
  tag?: string;
  isDeliberate: boolean;
  /** The page to which the next log-in returns. */
  next: string;
  leave: (page: Page, email: string) => Promise<void>;
}

const exits: Record<string, Exit> = {
  "logs out": {
    isDeliberate: true,
    next: "/feed",
    leave: async (page) => {
      await logOut(page);
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Log in" }).click();
    },
  },
  "loses the session cookie": {
    tag: " @all",
    isDeliberate: false,
    next: "/settings",
    leave: async (page) => {
      await page.context().clearCookies();
      await page.getByRole("button", { name: "Your menu" }).click();
      await page.getByRole("menuitem", { name: "Settings" }).click();
    },
  },
  "is logged out from another device": {
    isDeliberate: false,
    next: "/feed",
    leave: async (page, email) => {
      const otherDevice = await requests.newContext({ baseURL: new URL(page.url()).origin });
      await otherDevice.post("/api/auth/login", { data: { email, password: PASSWORD } });
      expect((await otherDevice.delete("/api/account/sessions")).ok()).toBe(true);
      await otherDevice.dispose();
    },
  },
};

/** Local storage that the pages write for a member, besides the drafts. */
const storedItems = {
  afterglow_recent_prompts: '["a prompt"]',
  afterglow_recent_edits: '["an edit"]',
  afterglow_post_image: "/media/picture",
  "ui-theme": "dark",
};

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

for (const [reason, { leave, isDeliberate, next, tag = "" }] of Object.entries(exits)) {
  const draftFate = isDeliberate ? "deletes" : "keeps";
  test(`a member who ${reason} leaves no data to the next member, and ${draftFate} the drafts${tag}`, async ({
    join,
    request,
  }) => {
    const mara = await join("mara");
    const { page } = mara;
    const username = freshName("ivo");
    const ivo = { username, email: `${username}@example.com`, fullName: "Ivo Tester" };
    expect((await request.post(MEMBERS_PATH, { data: ivo })).status()).toBe(201);
    await sharePosts(mara, [{ caption: "Not for Ivo" }]);
    const id = await idOf(mara);
    const drafts = [`${DRAFT_KEYS}chat_${id}_noa`, `${POST_DRAFT_KEYS}${id}`];
    await page.goto("/feed");
    await expect(cardOf(page, "Not for Ivo")).toBeVisible();
    const stored = { ...storedItems, ...Object.fromEntries(drafts.map((key) => [key, "{}"])) };
    await page.evaluate((items) => Object.assign(localStorage, items), stored);
    await leave(page, mara.email);
    await expect(page).toHaveURL(withNext("/login", next));
    await expect
      .poll(() => storedKeys(page))
      .toEqual(isDeliberate ? [LOGGED_OUT, "ui-theme"] : [...drafts, "ui-theme"]);
    await logIn(page, ivo.email);
    await expect(page).toHaveURL(next);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Feed" }).click();
    await expect(page.getByRole("heading", { name: "No Posts Yet" })).toBeVisible();
    await expect(cardOf(page, "Not for Ivo")).toHaveCount(0);
    await expect.poll(() => storedKeys(page)).not.toContain(LOGGED_OUT);
  });
}

test("a log-in returns to the page that asked for it, by way of the sign-up @desktop", async ({
  signIn,
  page,
}) => {
  const mara = await signIn();
  const [post = ""] = await sharePosts(mara, [{ caption: "A shared link" }]);
  await page.goto(`/post/${post}`);
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveURL(withNext("/signup", `/post/${post}`));
  await page.getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(withNext("/login", `/post/${post}`));
  await logIn(page, mara.email);
  await expect(page).toHaveURL(`/post/${post}`);
  await expect(toast(page, "Welcome back!")).toBeVisible();
});

test("a sign-up returns, after the profile setup, to the page that asked for it @desktop @all", async ({
  join,
  page,
}) => {
  const { username } = await join();
  await page.goto(`/profile/${username}`);
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Full name").fill("New Here");
  await page.getByLabel("Email").fill(`new.${username}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(withNext("/profile-setup", `/profile/${username}`));
  const field = page.getByLabel("Username");
  const provisional = await field.inputValue();
  await field.fill(username);
  await expect(page.locator("form").getByText("This username is already taken.").first()).toBeVisible();
  await field.fill(provisional);
  await page.getByRole("button", { name: "Create profile" }).click();
  await expect(page).toHaveURL(`/profile/${username}`);
  await expect(toast(page, "Profile created")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a member logs in, shares a photo and reads the feed @all", async ({ page, request }) => {
    const email = `plain.${Date.now()}@example.com`;
    await request.post("/api/auth/signup", { data: { email, fullName: "Plain Html", password: PASSWORD } });
    await request.post("/api/users/profile-setup", { data: {} });
    await page.goto("/settings");
    await page.getByLabel("Email").fill("nonsense@");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Please enter a valid email")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL("/settings");
    await page.goto("/post");
    const { cameraJpeg } = await import("../factories/photos");
    const buffer = await cameraJpeg({ width: 300, height: 200 });
    await page.getByLabel("Image").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await page.getByLabel("Caption").fill("No scripts were run");
    await page.getByRole("button", { name: "Share" }).click();
    await expect(page).toHaveURL("/feed");
    await expect(page.getByText("No scripts were run")).toBeVisible();
    await expect(page.getByRole("img", { name: "No scripts were run" })).toBeVisible();
    // The bars have links and a form, and no button that does nothing.
    await expect(page.getByRole("link", { name: "Notifications" })).toHaveAttribute("href", "/notifications");
    await expect(page.locator("button[type=button]:visible")).toHaveCount(0);
    await page.locator("summary", { has: page.getByText("PH") }).click();
    await expect(page.getByRole("link", { name: "Settings" })).toBeVisible();
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL("/");
    await page.goto("/feed");
    await expect(page).toHaveURL(/\/login/);
  });
});
