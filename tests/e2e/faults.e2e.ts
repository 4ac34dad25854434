import type { Locator, Page } from "@playwright/test";
import { messageField, messageLog, openChat, sendMessages, typeAndSend } from "./chat";
import { setFaults, setHubFault } from "./faults";
import { cardOf, connect, idOf, photoFile, sharePosts } from "./fixtures";
import { expect, freshName, PASSWORD, type Session, test, toast } from "./test";

// The real server fails here (fault-injection.ts), and Chromium logs the failing requests as errors.
test.use({ allowedErrors: [/Failed to load resource|WebSocket connection|landing\/\w+\.webp/] });

/** The message of a 500 reply. */
const SERVER_ERROR = "Something went wrong on our side. Please try again.";

const confirmation = (page: Page, dialog: string) => page.getByRole("alertdialog", { name: dialog });
const main = (page: Page) => page.getByRole("navigation", { name: "Main" });

/** Resolves with the first frame of this type on a socket that opens after the call. */
function frameReceived(page: Page, type: string): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (payload.includes(`"type":"${type}"`)) resolve();
      }),
    );
  });
}

async function expectError(page: Page, text: string): Promise<void> {
  await expect(toast(page, "Error")).toContainText(text);
}

/** Waits for the toast about a lost link. */
const expectLinkLost = (page: Page) =>
  expect(toast(page, "Connection error")).toContainText("Failed to connect to chat server");

test("pages and lists show an error without a database, as documents and in navigations; Retry loads them @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(mara, noah);
  await sendMessages(noah, mara, ["Good morning"]);
  const [id] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const bell = page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
  // The stories above the feed have a Retry button of their own.
  const retry = page.getByRole("button", { name: "Retry", exact: true }).last();

  await test.step("each document has the text of its page", async () => {
    await setFaults(page, "database");
    for (const [path, failed] of [
      [`/post/${id}`, "Error Loading Post"],
      [`/profile/${noah.username}`, "Failed to load profile. Please try again later."],
      ["/profile", "Failed to load profile. Please try again later."],
      ["/chat", "Failed to load chats. Please try again later."],
      [`/search?q=${noah.username}`, "An error occurred while searching. Please try again."],
      ["/ai", "Failed to load your images. Please try again later."],
      ["/settings", "Failed to load your settings. Please try again later."],
    ] as const) {
      const reply = await page.request.get(path, { headers: { Accept: "text/html" } });
      expect(reply.status(), path).toBe(500);
      const html = await reply.text();
      expect(html, path).toContain(failed);
      expect(html, path).toContain("Retry");
    }
  });

  await test.step("a document", async () => {
    const failed = "Failed to load posts. Please try again later.";
    expect((await page.goto("/feed"))?.status()).toBe(500);
    await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();
    await setFaults(page);
    // The page opens its link once it has loaded; the sync loads conversations too.
    const synced = frameReceived(page, "synced");
    await retry.click();
    await expect(cardOf(page, "Dusk")).toBeVisible();
    await expect(bell).toBeVisible();
    await synced;
  });

  await test.step("a navigation inside the app", async () => {
    await setFaults(page, "database");
    await main(page).getByRole("link", { name: "Chat" }).click();
    const problem = page
      .getByRole("alert")
      .filter({ hasText: "Failed to load chats. Please try again later." });
    await expect(problem).toBeVisible();
    await expect(bell).toBeVisible();
    // A second retry finds the page as the first one left it.
    for (let n = 0; n < 2; n++) {
      const rejected = page.waitForResponse(/\/api\/(auth\/me|chat\/connections)$/);
      await retry.click();
      expect((await rejected).status()).toBe(500);
    }
    await expect(problem).toBeVisible();
    await setFaults(page);
    await retry.click();
    await expect(page.getByRole("link", { name: /Good morning/ })).toBeVisible();
  });

  await test.step("the messages of a conversation", async () => {
    await setFaults(page, "database");
    await page.getByRole("link", { name: /Good morning/ }).click();
    await expect(page.getByText("Failed to load chats. Please try again later.")).toBeVisible();
    await setFaults(page);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(messageLog(page, noah)).toContainText("Good morning");
  });

  await test.step("the menu of notifications", async () => {
    await setFaults(page, "database");
    await bell.click();
    const menu = page.getByRole("dialog", { name: "Notifications" });
    await expect(menu).toContainText("Failed to load notifications");
    await setFaults(page);
    await menu.getByRole("button", { name: "Retry" }).click();
    await expect(menu).toContainText("accepted your connection request");
    await page.keyboard.press("Escape");
  });

  await test.step("the results below the search", async () => {
    await setFaults(page, "database");
    const search = page.getByRole("combobox", { name: "Search" });
    await search.fill("noah");
    await expect(page.getByText("An error occurred while searching. Please try again.")).toBeVisible();
    await setFaults(page);
    await search.fill(noah.username);
    await expect(page.getByRole("option", { name: noah.username })).toBeVisible();
  });
});

test("failing post actions roll back and show an error; a retry applies them @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(mara, noah);
  await sharePosts(noah, [{ caption: "Dusk" }]);
  await sharePosts(mara, [{ caption: "To be deleted" }]);
  // A link that cannot be opened would show a toast of its own.
  const opened = frameReceived(page, "synced");
  await page.goto("/feed");
  await opened;
  const card = cardOf(page, "Dusk");
  const expectPressed = (name: string, value: boolean) =>
    expect(card.getByRole("button", { name, exact: true })).toHaveAttribute("aria-pressed", String(value));
  const toggle = (name: string) => card.getByRole("button", { name, exact: true }).click();
  const comment = card.getByLabel("Add a comment");
  const to = page.getByRole("dialog", { name: "Share post" }).getByRole("button", { name: noah.username });
  const remove = async () => {
    await cardOf(page, "To be deleted").getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Delete post" }).click();
    await confirmation(page, "Delete post?").getByRole("button", { name: "Delete post" }).click();
  };
  await setFaults(page, "database");
  await toggle("Like");
  await expectError(page, "Failed to like post");
  await expectPressed("Like", false);
  await expect(card).toContainText("No likes yet");
  await toggle("Save");
  await expectError(page, "Failed to save post");
  await expectPressed("Save", false);
  await comment.fill("What a light, @everyone");
  await comment.press("Enter");
  await expectError(page, "Failed to add comment");
  await expect(comment).toHaveValue("What a light, @everyone");
  await setFaults(page);
  await card.getByRole("button", { name: "Share" }).click();
  await expect(to).toBeVisible();
  await setFaults(page, "database");
  await to.click();
  await expectError(page, "Failed to share post");
  await remove();
  await expectError(page, "Failed to delete post");
  await expect(cardOf(page, "To be deleted")).toBeVisible();

  await setFaults(page);
  await toggle("Like");
  await expect(card).toContainText("1 like");
  await toggle("Save");
  await expect(toast(page, "Post saved")).toBeVisible();
  await comment.press("Enter");
  await expect(toast(page, "Comment added")).toBeVisible();
  await expect(comment).toHaveValue("");
  await expect(card).toContainText("1 like · 1 comment");
});

test("failing connection actions show an error and leave the connection unchanged @desktop @all", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  const opened = frameReceived(page, "synced");
  await page.goto(`/profile/${noah.username}`);
  await opened;
  const button = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true });
  const failThenRetry = async (press: () => Promise<void>, before: Locator, done: string) => {
    await setFaults(page, "database");
    await press();
    await expectError(page, "Failed to update connection");
    await expect(before).toBeVisible();
    await setFaults(page);
    await press();
    await expect(toast(page, done)).toBeVisible();
  };
  await failThenRetry(() => button("Connect").click(), button("Connect"), "Request sent");
  await failThenRetry(() => button("Requested").click(), button("Requested"), "Request cancelled");
  // The page reloads its data when a connection begins or ends; the next fault must not meet that request.
  const reloaded = () => page.waitForResponse(/\/profile\/[^/]+\.data/);
  const reloadedOnAccept = reloaded();
  await connect(mara, noah);
  await expect(button("Connected")).toBeVisible();
  await reloadedOnAccept;

  const disconnect = async () => {
    await button("Connected").click();
    await confirmation(page, `Disconnect from ${noah.username}?`)
      .getByRole("button", { name: "Disconnect" })
      .click();
  };
  const reloadedOnEnd = reloaded();
  await failThenRetry(disconnect, button("Connected"), "Disconnected");
  await reloadedOnEnd;

  await page.getByRole("main").getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Block" }).click();
  const block = confirmation(page, `Block ${noah.username}?`).getByRole("button", { name: "Block" });
  await setFaults(page, "database");
  await block.click();
  await expectError(page, `Failed to block ${noah.username}`);
  await setFaults(page);
  await block.click();
  await expect(toast(page, `${noah.username} is blocked`)).toBeVisible();
});

test("the composer keeps photo and fields when storing fails, then shares the post once @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/post");
  await page.getByLabel("Image").setInputFiles(await photoFile("a.jpg", 600, 400));
  await page.getByLabel("Caption").fill("Three tries");
  await page.getByLabel("Location").fill("Oslo");
  const expectUnchanged = async () => {
    await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
    await expect(page.getByLabel("Caption")).toHaveValue("Three tries");
    await expect(page.getByLabel("Location")).toHaveValue("Oslo");
    await page.getByRole("button", { name: "Dismiss" }).click();
  };
  const share = page.getByRole("button", { name: "Share" });
  await setFaults(page, "storage");
  await share.click();
  await expectError(page, "Failed to upload image");
  await expect(page.getByText(SERVER_ERROR)).toBeVisible();
  await expectUnchanged();
  await setFaults(page);
  // The database fails between the upload and the post request.
  await page.route("**/post.data*", async (route) => {
    await setFaults(page, "database");
    await route.continue();
  });
  await share.click();
  await expectError(page, "Failed to create post");
  await expectUnchanged();
  await page.unroute("**/post.data*");
  await setFaults(page);
  await share.click();
  await expect(page).toHaveURL("/feed");
  await expect(cardOf(page, "Three tries")).toHaveCount(1);
});

test("the profile form keeps its fields and photo when storing fails @desktop @all", async ({ join }) => {
  const { page } = await join();
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await dialog.getByLabel("Bio").fill("Light, mostly");
  await dialog.getByLabel("Profile picture", { exact: true }).setInputFiles(await photoFile("me.jpg"));
  await expect(dialog.getByRole("application")).toBeVisible();
  await setFaults(page, "storage");
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Update failed")).toContainText(SERVER_ERROR);
  await expect(dialog.getByLabel("Bio")).toHaveValue("Light, mostly");
  await expect(dialog.getByRole("application")).toBeVisible();
  await setFaults(page);
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Profile updated")).toBeVisible();
  await expect(page.getByRole("main").getByText("Light, mostly")).toBeVisible();
});

test("the studio shows the specified errors when the engine fails, and keeps prompt and photo @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/ai");
  const tool = (name: string) => page.getByRole("region", { name });
  const [creator, editor, styles] = [
    tool("AI Image Creator"),
    tool("Edit Existing Image"),
    tool("Art Styles"),
  ];
  await creator.getByLabel("Describe your image").fill("A harbour at dusk");
  await editor.getByLabel("Upload an image to edit").setInputFiles(await photoFile());
  await styles.getByLabel("Upload an image to style").setInputFiles(await photoFile());
  await expect(page.getByRole("img", { name: "Your upload" })).toHaveCount(2);
  await editor.getByLabel("Describe the changes").fill("warmer");
  const tools: [string, string, () => Promise<void>][] = [
    [
      "Generation failed",
      "Failed to generate the image. Please try again.",
      () => creator.getByRole("button", { name: "Generate Image" }).click(),
    ],
    [
      "Edit failed",
      "Failed to edit the image. Please try again.",
      () => editor.getByRole("button", { name: "Apply Edit" }).click(),
    ],
    [
      "Style application failed",
      "Failed to apply the style. Please try again.",
      () => styles.getByRole("button", { name: "Pixel Art" }).click(),
    ],
  ];
  const expectFailure = async (title: string, text: string, run: () => Promise<void>) => {
    await run();
    await expect(toast(page, title)).toContainText(text);
    await page.getByRole("button", { name: "Dismiss" }).click();
  };
  await setFaults(page, "engine");
  for (const one of tools) await test.step(one[0], () => expectFailure(...one));
  await expect(creator.getByLabel("Describe your image")).toHaveValue("A harbour at dusk");
  await expect(editor.getByLabel("Describe the changes")).toHaveValue("warmer");
  await expect(page.getByRole("img", { name: "Your upload" })).toHaveCount(2);
  await setFaults(page);
  await creator.getByRole("button", { name: "Generate Image" }).click();
  await expect(toast(page, "Image generated")).toBeVisible();

  await setFaults(page, "database");
  await creator.getByRole("button", { name: "Save", exact: true }).click();
  await expectError(page, "Failed to save image to collection");
  await setFaults(page);
  await creator.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Image saved")).toBeVisible();
});

test("account forms keep their values while the database fails, and a log-out fails @desktop @all", async ({
  page,
}) => {
  const email = `${freshName("ida")}@example.com`;
  const password = page.getByLabel("Password", { exact: true });
  const submit = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();
  await page.goto("/signup");
  await page.getByLabel("Full name").fill("Ida Lund");
  await page.getByLabel("Email").fill(email);
  await password.fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await setFaults(page, "database");
  await submit("Sign up");
  await expect(toast(page, "Signup failed")).toContainText("An error occurred");
  await expect(page.getByLabel("Full name")).toHaveValue("Ida Lund");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(password).toHaveValue(PASSWORD);
  await setFaults(page);
  await submit("Sign up");
  // Until it is loaded a press submits without scripts, which shows no toast.
  await page.waitForURL("/profile-setup");

  await page.getByLabel("Bio").fill("Light, mostly");
  await setFaults(page, "database");
  await submit("Create profile");
  await expect(toast(page, "Profile setup failed")).toContainText("An error occurred");
  await expect(page.getByLabel("Bio")).toHaveValue("Light, mostly");
  await setFaults(page);
  await submit("Create profile");
  await expect(page).toHaveURL("/feed");

  const logOut = async () => {
    await page.getByRole("button", { name: "Your menu" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };
  await setFaults(page, "database");
  await logOut();
  await expect(toast(page, "Logout failed")).toContainText("An error occurred while logging out");
  await expect(page).toHaveURL("/feed");
  await setFaults(page);
  await logOut();
  await expect(page).toHaveURL("/");

  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await password.fill(PASSWORD);
  await setFaults(page, "database");
  await submit("Log in");
  await expect(toast(page, "Login failed")).toContainText("An error occurred");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(password).toHaveValue(PASSWORD);
});

test("a rejected message shows an error, stays, and is stored once after a retry @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(mara, noah);
  // A socket that is still being opened could reach the hub after its others were closed, and would stay open.
  const opened = frameReceived(page, "synced");
  await openChat(mara, noah);
  await expect(page.getByText(`Start a conversation with ${noah.username}`)).toBeVisible();
  await opened;
  // He disconnects from her while her hub is unreachable.
  await setHubFault(mara, "unreachable");
  await expectLinkLost(page);
  const disconnected = await noah.request.delete(`/api/connections/${await idOf(mara)}`);
  expect(disconnected.status()).toBe(200);
  await typeAndSend(page, "Are you there?");
  await expect(toast(page, "Connection error")).toContainText("Not connected to chat server");
  const rejected = frameReceived(page, "error");
  await setHubFault(mara);
  await rejected;
  await connect(mara, noah);
  const hers = messageLog(page, noah);
  await expect(hers.getByText("Failed:")).toContainText("Only connections");
  await hers.getByRole("button", { name: "Retry" }).click();
  await expect(messageField(page)).toBeFocused();
  await expect(hers.getByText("Sent", { exact: true })).toBeVisible();
  await expect(hers.getByText("Failed:")).toHaveCount(0);
  const stored = await (await page.request.get(`/api/chat/messages/${await idOf(noah)}`)).json();
  expect(stored).toHaveLength(1);
});

test("with the hub unreachable the page works over HTTP, and catches up after the hub recovers @desktop @all", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await signIn("mara"), await join("noah")];
  const { page } = noah;
  await connect(mara, noah);
  const [dusk] = await sharePosts(noah, [{ caption: "Dusk" }]);
  const opened = frameReceived(page, "synced");
  await page.goto("/feed");
  await opened;
  const card = cardOf(page, "Dusk");
  await expect(card).toContainText("No likes yet");

  await setHubFault(noah, "unreachable");
  await expectLinkLost(page);
  await sendMessages(mara, noah, ["Look at that light"]);
  expect((await mara.request.post(`/api/posts/${dusk}/like`)).status()).toBe(200);
  const data = { comment: "Where was that?" };
  expect((await mara.request.post(`/api/posts/${dusk}/comment`, { data })).status()).toBe(201);
  await card.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Post saved")).toBeVisible();
  await openChat(noah, mara);
  await expect(messageLog(page, mara).getByText("Look at that light")).toBeVisible();
  // Otherwise it could replace the next one.
  await expect(toast(page, "Connection error")).toContainText("Failed to connect to chat server");
  await typeAndSend(page, "The old pier");
  await expect(toast(page, "Connection error")).toContainText("Not connected to chat server");
  await expect(messageLog(page, mara).getByText("Sending")).toBeVisible();

  await setHubFault(noah);
  await expect(messageLog(page, mara).getByText("Sent", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Notifications, 2 unread" })).toBeVisible();
  await main(page).getByRole("link", { name: "Feed" }).click();
  await expect(card).toContainText("1 like · 1 comment");
});

test("a reload of the page's data that fails leaves the page and its input unchanged; the next one updates it @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  const [hers, his] = [await idOf(mara), await idOf(noah)];
  const request = () => page.request.post(`/api/connections/request/${his}`);
  const accept = () => noah.request.post(`/api/connections/accept/${hers}`);
  const disconnect = () => noah.request.delete(`/api/connections/${hers}`);
  const connecting = page.locator("dl > div", { hasText: "Connecting" });
  const bio = page.getByRole("dialog", { name: "Edit Profile" }).getByLabel("Bio");
  const opened = frameReceived(page, "synced");
  await page.goto("/profile");
  await opened;
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await bio.fill("Light, mostly");
  expect((await request()).status()).toBe(200);

  await setFaults(page, "database");
  const rejected = page.waitForResponse(/\/profile\.data/);
  expect((await accept()).status()).toBe(200);
  expect((await rejected).status()).toBe(500);
  await setFaults(page);

  await page.route("**/profile.data*", (route) => route.abort("connectionfailed"));
  const lost = page.waitForEvent("requestfailed", (failed) => failed.url().includes("/profile.data"));
  expect((await disconnect()).status()).toBe(200);
  await lost;
  await page.unroute("**/profile.data*");

  expect((await request()).status()).toBe(200);
  expect((await accept()).status()).toBe(200);
  await expect(connecting).toContainText("1");
  await expect(bio).toHaveValue("Light, mostly");
});

test("a reload of the page's data shows that a profile is hidden and that the session has ended @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  const hers = await idOf(mara);
  await connect(mara, noah);
  const openProfile = async (member: Session) => {
    const opened = frameReceived(page, "synced");
    await page.goto(`/profile/${member.username}`);
    await expect(page.getByRole("heading", { name: member.username })).toBeVisible();
    await opened;
  };
  await openProfile(noah);
  expect((await noah.request.post(`/api/blocks/${hers}`)).status()).toBe(204);
  await expect(page.getByRole("heading", { name: "User Not Found" })).toBeVisible();

  expect((await noah.request.delete(`/api/blocks/${hers}`)).status()).toBe(204);
  await connect(mara, noah);
  await openProfile(noah);
  await page.context().clearCookies();
  expect((await noah.request.delete(`/api/connections/${hers}`)).status()).toBe(200);
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/profile/${noah.username}`)}`);
});
