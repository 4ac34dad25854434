import { expectAccessible } from "./axe";
import { expect, test, toast } from "./test";

test("an admin finds a member, logs them out, suspends them, and ends the suspension @desktop", async ({
  join,
}) => {
  const [root, eve] = [await join("root", { role: "admin" }), await join("eve")];
  const { page } = root;
  await page.goto("/moderation/members");
  await page.getByLabel("Name or username").fill(eve.username);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const results = page.getByRole("region", { name: "Results" });
  await expect(results.getByRole("link")).toContainText(`@${eve.username}`);
  await expectAccessible(page, "the search for members");

  await page.getByLabel("Email or network").fill(`${eve.username}@`);
  await page.getByRole("button", { name: "Search and log" }).click();
  await results.getByRole("link", { name: `@${eve.username}` }).click();
  await expect(page).toHaveURL(/\/moderation\/members\/[\da-f-]{36}$/);
  await expect(page.getByRole("link", { name: "Members" })).toHaveAttribute("aria-current", "true");
  await expectAccessible(page, "the page of a member");

  await page.getByRole("button", { name: "Log out everywhere" }).click();
  await expect(toast(page, "Decision stored")).toBeVisible();
  await expect.poll(async () => (await eve.page.request.get("/api/auth/me")).status()).toBe(401);

  await page.getByLabel("Note").fill("A bot");
  await page.getByRole("button", { name: "Suspend…" }).click();
  const question = page.getByRole("alertdialog", { name: `Suspend ${eve.username}?` });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText(/^suspended until/)).toBeVisible();
  await page.getByRole("button", { name: "End suspension" }).click();
  await expect(page.getByText("active")).toBeVisible();
  const history = page.getByRole("region", { name: "Earlier decisions" }).getByRole("listitem");
  await expect(history).toHaveText([/^Undone/, /^Suspended.*A bot$/, /^Logged out everywhere/]);

  // The log-in was a moment ago: no proof of identity is asked for.
  await page.getByRole("button", { name: "Delete account…" }).click();
  const deletion = page.getByRole("alertdialog", { name: `Delete the account of ${eve.username}?` });
  await deletion.getByRole("button", { name: "Delete account" }).click();
  await expect(toast(page, "Decision stored")).toBeVisible();
  await expect(page).toHaveURL("/moderation/members");
  await page.goto("/moderation/log");
  await expect(
    page.getByRole("listitem").filter({ hasText: `Account deleted · Member · ${eve.username}` }),
  ).toBeVisible();
});

test("an admin adds a word that holds posts, and removes it @desktop", async ({ join }) => {
  const { page } = await join("root", { role: "admin" });
  await page.goto("/moderation/site");
  const part = page.getByRole("region", { name: "Words that hold a post" });
  await part.getByLabel("Word", { exact: true }).fill("Zweirad-Spam");
  await part.getByRole("button", { name: "Add word" }).click();
  await expect(part.getByText("zweirad spam")).toBeVisible();
  await expectAccessible(page, "the words that hold a post");
  await part.getByRole("button", { name: "Remove zweirad spam" }).click();
  await expect(part.getByRole("listitem")).toHaveCount(0);
});
