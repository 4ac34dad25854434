import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { cameraJpeg } from "../factories/photos";
import { log, openChat, say } from "./chatting";
import { connect, idOf, makePosts } from "./share";
import { expect, test } from "./test";

// A page that is not there answers 404, and Chromium writes that down.
test.use({ allowedErrors: [/status of 404/] });

/** Holds a page, as it is, to WCAG 2.2 AA in both themes. */
async function expectAccessible(page: Page, name: string, part = "html"): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    // Colours change over 200 ms; axe reads them as they are at that moment.
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
    const { violations } = await new AxeBuilder({ page })
      .include(part)
      .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
      .analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`,
    );
    expect(found, `${name}, ${theme}`).toEqual([]);
  }
}

test("the visitors' pages are accessible in both themes", async ({ page }) => {
  for (const path of ["/", "/login", "/signup", "/terms", "/privacy", "/no/such/page"]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
  await page.goto("/signup");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expectAccessible(page, "a refused form");
});

test("the members' pages are accessible in both themes", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  const upload = {
    name: "a.jpg",
    mimeType: "image/jpeg",
    buffer: await cameraJpeg({ width: 600, height: 400 }),
  };
  const empty = ["/feed", "/profile", "/post", "/post/nowhere", "/profile/nobody.here", "/chat"];
  for (const path of empty) {
    await page.goto(path);
    await expectAccessible(page, `${path}, empty`);
  }
  const { url } = await (await page.request.post("/api/media", { multipart: { file: upload } })).json();
  const reply = await page.request.post("/api/posts", {
    data: { mediaUrl: url, caption: "Dusk", location: "Lisbon" },
  });
  const post = await reply.json();
  for (const path of ["/feed", "/profile", `/post/${post.id}`]) {
    await page.goto(path);
    await expectAccessible(page, path);
  }
  const noa = await join("noa");
  await connect(mara, noa);
  await say(mara, noa, ["hello"]);
  await say(noa, mara, ["https://example.com", "🌅"]);
  await openChat(mara, noa);
  await expect(log(page, noa).getByText("New messages")).toBeVisible();
  await expectAccessible(page, "a conversation");
  await page.getByRole("button", { name: "Your menu" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await expectAccessible(page, "the menu", "[role=menu]");
});

test("what opens over a page is accessible in both themes", async ({ join }) => {
  const [mara, noah, wren] = [await join("mara"), await join("noah"), await join("wren")];
  const { page } = mara;
  await connect(noah, mara);
  await wren.page.request.post(`/api/connections/request/${await idOf(mara)}`);
  const [post] = await makePosts(page, 1);
  await page.goto(`/post/${post}`);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  await expect(notifications.getByRole("button", { name: "Accept" })).toBeVisible();
  await expectAccessible(page, "the notifications");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Share" }).click();
  await expect(page.getByText(noah.username)).toBeVisible();
  await expectAccessible(page, "the share popover");
  await page.keyboard.press("Escape");

  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await page.getByRole("dialog").getByLabel("Username").fill(noah.username);
  await expect(page.getByText("This username is already taken.").first()).toBeVisible();
  await expectAccessible(page, "the edit profile dialog");

  await page.goto(`/profile/${noah.username}`);
  await page.getByRole("main").getByRole("button", { name: "Connected" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page, "a question");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `More about ${noah.username}` }).click();
  await page.getByRole("menuitem", { name: "Report" }).click();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Please choose a reason.")).toBeVisible();
  await expectAccessible(page, "the report dialog");
});
