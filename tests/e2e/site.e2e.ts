import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { messageField, messageLog, typeAndSend } from "./chat";
import { connect } from "./fixtures";
import { testOnOwnServer } from "./own-server";
import { expect, toast } from "./test";

// A server of its own: its settings are those of all members.
const test = testOnOwnServer();

test.use({
  // Chromium logs the refused forms and writes as errors.
  allowedErrors: [/status of (422|503)/],
});

const textOf = (page: Page) => page.getByRole("textbox", { name: /^Text/ });
const RULES = "# Be kind\n- No **spam**\n- <script>alert(1)</script>\n- [Ask us](https://example.com/ask)";

async function write(page: Page, kind: string, text: string): Promise<void> {
  await page.goto(`/moderation/site/${kind}`);
  await textOf(page).fill(text);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Settings saved")).toBeVisible();
}

test("an admin writes rules and terms, which visitors read @desktop", async ({ join, page: visitor }) => {
  const { page } = await join("root", { role: "admin" });
  await page.goto("/moderation/site");
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rules" })).toBeVisible();
  await textOf(page).fill(RULES);
  await page.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("<script>alert(1)</script>")).toBeVisible();
  await expect(textOf(page)).toHaveValue(RULES);
  await expectAccessible(page, "a text at the desk");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "English ✓" })).toBeVisible();
  await write(page, "terms", "# Our terms\nOnly photos of boats.");

  await visitor.goto("/signup");
  const rules = visitor.getByRole("region", { name: "Rules" });
  await expect(rules.getByRole("link", { name: "Ask us" })).toHaveAttribute(
    "href",
    "https://example.com/ask",
  );
  await expectAccessible(visitor, "a sign-up with rules");
  await visitor.goto("/about");
  await expect(visitor.getByRole("heading", { name: "Be kind" })).toBeVisible();
  await visitor.goto("/terms");
  await expect(visitor.getByText("Only photos of boats.")).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "What we cannot promise" })).toHaveCount(0);
  await expectAccessible(visitor, "the operator's terms");
});

test("an announcement is shown to members until they dismiss it, on every device @desktop", async ({
  join,
  browser,
  baseURL,
}) => {
  const [root, ada] = [await join("root", { role: "admin" }), await join("ada")];
  await write(root.page, "announcement", "We move on Sunday.");
  await root.page.goto("/moderation/site");
  const part = root.page.getByRole("region", { name: "Announcement" });
  await part.getByLabel("Start (UTC)").fill("2026-01-01T08:00");
  await part.getByLabel("End (UTC)").fill("2025-01-01T08:00");
  await part.getByRole("button", { name: "Publish" }).click();
  await expect(part.getByLabel("End (UTC)")).toHaveAccessibleDescription(/must be after the start/);
  const today = Date.now();
  const at = (days: number) => new Date(today + days * 86_400_000).toISOString().slice(0, 16);
  await part.getByLabel("Start (UTC)").fill(at(-1));
  await part.getByLabel("End (UTC)").fill(at(1));
  await part.getByRole("button", { name: "Publish" }).click();
  await expect(part.getByRole("button", { name: "End announcement" })).toBeVisible();

  await ada.page.goto("/feed");
  const bar = ada.page.getByRole("complementary", { name: "Announcement" });
  await expect(bar).toContainText("We move on Sunday.");
  await expectAccessible(ada.page, "an announcement");
  // Another device, without JavaScript.
  const state = await ada.request.storageState();
  const context = await browser.newContext({ baseURL, storageState: state, javaScriptEnabled: false });
  const other = await context.newPage();
  await other.goto("/explore");
  await other.getByRole("button", { name: "Dismiss announcement" }).click();
  await expect(other).toHaveURL("/explore");
  await expect(other.getByRole("complementary", { name: "Announcement" })).toHaveCount(0);
  await context.close();
  await ada.page.reload();
  await expect(bar).toHaveCount(0);
  await root.page.goto("/feed");
  await root.page.getByRole("button", { name: "Dismiss announcement" }).click();
  await expect(root.page.getByRole("complementary", { name: "Announcement" })).toHaveCount(0);
  await root.page.reload();
  await expect(root.page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(root.page.getByRole("complementary", { name: "Announcement" })).toHaveCount(0);
});

test("during maintenance members read, forms keep what was typed, and messages wait @desktop", async ({
  join,
  page: visitor,
}) => {
  const [root, ada, grace] = [await join("root", { role: "admin" }), await join("ada"), await join("grace")];
  await connect(ada, grace);
  await write(root.page, "read_only", "Back at noon.");
  await ada.page.goto(`/chat?user=${grace.username}`);
  await expect(messageField(ada.page)).toBeVisible();
  await root.page.goto("/moderation/site");
  await root.page
    .getByRole("navigation", { name: "On this page" })
    .getByRole("link", { name: "Maintenance" })
    .click();
  await root.page.getByRole("button", { name: "Start maintenance…" }).click();
  const question = root.page.getByRole("alertdialog", { name: "Start maintenance?" });
  await question.getByRole("button", { name: "Start maintenance" }).click();
  await expect(root.page.getByRole("button", { name: "End maintenance" })).toBeInViewport();

  await visitor.goto("/login");
  await expect(visitor.getByRole("complementary", { name: "Maintenance" })).toContainText("Back at noon.");
  await expectAccessible(visitor, "maintenance");
  await grace.page.goto("/settings/profile");
  await expect(grace.page.getByRole("complementary", { name: "Maintenance" })).toBeVisible();
  await grace.page.getByLabel("Bio").fill("Typed meanwhile");
  await grace.page.getByRole("button", { name: "Save" }).click();
  await expect(
    grace.page.getByText(/nothing can be changed during maintenance\. Please/).first(),
  ).toBeVisible();
  await expect(grace.page.getByLabel("Bio")).toHaveValue("Typed meanwhile");

  await ada.page.reload();
  await typeAndSend(ada.page, "Sent in the dark");
  await expect(messageLog(ada.page, grace)).toContainText("Sent in the dark");
  await root.page.getByRole("button", { name: "End maintenance" }).click();
  await expect(root.page.getByRole("button", { name: "Start maintenance" })).toBeVisible();
  // It is sent within 40 seconds. tests/workers/read-only.test.ts and tests/unit/chat/live-outbox.test.ts prove it too.
  if (!process.env.AFTERGLOW_EVERYWHERE) return;
  await grace.page.goto(`/chat?user=${ada.username}`);
  await expect(messageLog(grace.page, ada)).toContainText("Sent in the dark", { timeout: 90_000 });
});
