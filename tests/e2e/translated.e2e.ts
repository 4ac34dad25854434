import { messageField, messageLog, sendMessages } from "./chat";
import { cardOf, connect, gate, offerSuggestions, photoFile, sharePosts } from "./fixtures";
import { expect, PASSWORD, test, toast } from "./test";
import { isHydrated, translateDocument, translatePage } from "./translate";

// Chromium logs the replies of rejected forms, and the request that fails, as errors.
test.use({ allowedErrors: [/status of (401|422)|ERR_FAILED|landing\/\w+\.webp/] });

test("log-in answers on a page that the browser translates @desktop @all", async ({ page, signIn }) => {
  const { email } = await signIn();
  await page.goto("/login");
  await translatePage(page);
  await test.step("a button that is busy", async () => {
    const asked = gate();
    await page.route("**/api/auth/passkey/options", async (route) => {
      await asked.passed;
      await route.abort();
    });
    const passkey = page.getByRole("button", { name: "Use a passkey" });
    await passkey.click();
    await expect(page.getByRole("button", { name: "Waiting for your passkey..." })).toBeVisible();
    asked.open();
    await expect(passkey).toBeVisible();
    await page.getByRole("button", { name: "Dismiss" }).click();
  });
  const button = page.getByRole("button", { name: "Log in" });
  await button.click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await button.click();
  await expect(toast(page, "Login failed")).toContainText("Invalid email or password");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await button.click();
  await expect(page).toHaveURL("/feed");
});

test("posts, searches and chats answer on a page that the browser translates @desktop", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  const { page } = mara;
  await connect(mara, noa);
  await sharePosts(mara, [{ caption: "Dusk at #pier" }]);
  await sendMessages(noa, mara, ["Lanterns at midnight"]);
  const main = page.getByRole("navigation", { name: "Main" });
  await page.goto("/feed");
  await translatePage(page);

  await test.step("a like and a comment in the feed", async () => {
    const card = cardOf(page, "Dusk at");
    await expect(card.getByRole("link", { name: mara.username }).first().locator("font")).toHaveCount(0);
    await expect(card.getByRole("link", { name: "#pier" }).locator("font")).toHaveCount(0);
    await card.getByRole("button", { name: "Like" }).click();
    await expect(card.getByText("1 like")).toBeVisible();
    await card.getByRole("textbox", { name: "Add a comment" }).fill("So calm");
    await card.getByRole("textbox", { name: "Add a comment" }).press("Enter");
    await expect(card.getByText("So calm")).toBeVisible();
    await expect(card.getByText("1 comment", { exact: true })).toBeVisible();
    await card.getByRole("link", { name: /, view post$/ }).click();
  });

  await test.step("an edit of the post", async () => {
    await expect(page.getByRole("heading", { name: `Post by ${mara.username}` })).toBeAttached();
    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Edit post" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit post" });
    await dialog.getByLabel("Caption").fill("Dawn, after all, over #harbour and hills");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(toast(page, "Post updated")).toBeVisible();
    await expect(page.getByText("Dawn, after all, over #harbour and hills")).toBeVisible();
    await expect(page.getByText("· edited")).toBeVisible();
  });

  await test.step("the search of the top bar, and its page", async () => {
    const box = page.getByRole("combobox", { name: "Search" });
    await box.fill("qqzzqq");
    await expect(page.getByText("No users found")).toBeVisible();
    await box.fill(noa.username);
    await expect(page.getByRole("option", { name: noa.username })).toBeVisible();
    await expect(page.getByText("No users found")).toHaveCount(0);
    await box.press("Enter");
    await expect(page.getByRole("heading", { name: /^Search Results for/ })).toContainText(noa.username);
    await box.fill("qqzzqq");
    await box.press("Enter");
    await expect(page.getByRole("heading", { name: /^Search Results for/ })).toContainText("qqzzqq");
  });

  await test.step("the searches of the chats and of a conversation", async () => {
    await page.getByRole("link", { name: /^Chat/ }).click();
    const field = page.getByRole("searchbox", { name: "Search messages" });
    await field.fill("qqzzqq");
    await expect(page.getByText("No messages found")).toBeVisible();
    await field.fill("lantern");
    await page
      .getByRole("region", { name: "In messages" })
      .getByRole("link", { name: /Lanterns/ })
      .click();
    await page.getByRole("button", { name: "Search in conversation" }).click();
    const inside = page.getByRole("searchbox", { name: "Search in conversation" });
    await inside.fill("qqzzqq");
    await expect(page.getByText("No messages found")).toBeVisible();
    await inside.fill("midnight");
    await expect(page.getByText("No messages found")).toHaveCount(0);
    await inside.press("Escape");
  });

  await test.step("a message and pictures in the tray", async () => {
    await messageField(page).fill("At nine?");
    await messageField(page).press("Enter");
    await expect(messageLog(page, noa).getByText("At nine?")).toBeVisible();
    await page
      .getByLabel("Attach a file")
      .setInputFiles([await photoFile("one.jpg"), await photoFile("two.jpg")]);
    await expect(page.getByText("Picture 1 of 2")).toBeVisible();
    await page.getByRole("button", { name: /^Caption of picture 2/ }).click();
    await expect(page.getByText("Picture 2 of 2")).toBeVisible();
    await page.getByRole("button", { name: "Remove picture 1", exact: true }).click();
    await expect(page.getByText("Picture 2 of 2")).toHaveCount(0);
    await page.getByRole("button", { name: "Remove attachment" }).click();
  });

  await test.step("a suggestion in the composer", async () => {
    await offerSuggestions(page);
    await main.getByRole("link", { name: "Create post" }).click();
    await page.getByLabel("Image").setInputFiles(await photoFile("dusk.jpg", 600, 400));
    await page.getByRole("button", { name: "Suggest" }).click();
    await expect(page.getByLabel("Accessibility")).not.toHaveValue("");
    await page.getByRole("button", { name: "Share" }).click();
    await expect(toast(page, "Post created")).toBeVisible();
  });
});

test.describe("before its scripts", () => {
  test.use({ allowedErrors: [/React error #418/], colorScheme: "dark" });

  test("a page that the browser translates is rendered again, in its theme @desktop", async ({ join }) => {
    const { page } = await join();
    const translated = gate();
    await page.route("**/assets/entry.client-*.js", async (route) => {
      await translated.passed;
      await route.continue();
    });
    await page.goto("/feed", { waitUntil: "commit" });
    await page.waitForFunction(() => document.readyState !== "loading");
    const mismatch = page.waitForEvent("pageerror");
    await page.evaluate(translateDocument);
    translated.open();
    expect((await mismatch).message).toContain("#418");
    await page.waitForFunction(isHydrated);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.getByRole("button", { name: "Your menu" }).click();
    await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  });
});

test("settings and the studio answer on a page that the browser translates @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/settings/privacy");
  await translatePage(page);
  await page.getByRole("switch", { name: "Hide my online status" }).check();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /^Appearance/ }).click();
  await page.getByText("Dark", { exact: true }).click();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await page.getByRole("link", { name: /^Account/ }).click();
  await page.getByRole("link", { name: /^Password/ }).click();
  const password = page.getByRole("main");
  await password.getByLabel("Current password").fill("not the one");
  await password.getByLabel("New password").fill("blue hour");
  await password.getByRole("button", { name: "Change password" }).click();
  await expect(password.getByText("Your current password is not right")).toBeVisible();

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Create with AI" }).click();
  const tool = page.getByRole("region", { name: "AI Image Creator" });
  await tool.getByRole("button", { name: "Generate Image" }).click();
  await expect(tool).toContainText("Please provide a detailed description of what you want to create.");
  await tool.getByLabel("Describe your image").fill("A lighthouse on a cliff at sunset");
  await tool.getByRole("button", { name: "Generate Image" }).click();
  await expect(tool).toContainText("Made by the local engine");
  await tool.getByRole("button", { name: "Save", exact: true }).click();
  await expect(tool.getByRole("button", { name: "Saved" })).toBeVisible();
});
