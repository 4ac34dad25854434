import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { projectRoot } from "../../scripts/local-state";
import { expectAccessible } from "./axe";
import { cardOf, connect, gate, idOf, sharePosts } from "./fixtures";
import { expect, test } from "./test";

const bars = (page: Page) => page.getByRole("navigation", { name: "Main" });

/** Returns the rows of docs/product.md#paths: the address, and the place and label of the link to it. */
function readPaths(isMobile: boolean): [to: string, place: string, label: string][] {
  const text = readFileSync(path.join(projectRoot, "docs/product.md"), "utf8");
  const section = /## Paths\n(.*?)\n## /s.exec(text)?.[1] ?? "";
  return [...section.matchAll(/^\| `(\S+)` \| (.+?) \| (.+?) \|$/gm)].map(
    ([, to = "", phone = "", desktop = ""]) => {
      const [place = "", label = ""] = (isMobile ? phone : desktop).split(": ");
      return [to, place, label];
    },
  );
}

/** Presses the link with that label: in a bar, or in a menu or panel that one press opens. */
async function follow(page: Page, place: string, label: string): Promise<void> {
  if (place === "avatar menu") {
    await page.getByRole("button", { name: "Your menu" }).click();
    await page.getByRole("menuitem", { name: label }).click();
  } else if (place === "bell") {
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await page.getByRole("link", { name: label }).click();
  } else if (place === "search field") {
    await page.getByRole("searchbox", { name: "Search", exact: true }).click();
    await page.getByRole("banner").getByRole("link", { name: label }).click();
  } else await bars(page).getByRole("link", { name: label, exact: true }).click();
}

test("every place is two presses away, a link back names where it leads, and a slow page shows its placeholders", async ({
  join,
  isMobile,
}) => {
  const mara = await join("mara");
  const { page } = mara;
  const [id = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  // A post without likes has no link to them.
  await page.request.post(`/api/posts/${id}/like`);
  await page.goto(`/post/${id}/likes`);

  await test.step("the paths of docs/product.md", async () => {
    const paths = readPaths(isMobile);
    expect(paths.length).toBeGreaterThan(5);
    for (const [to, place, label] of paths) {
      await follow(page, place, label);
      await expect(page, `${place}: ${label}`).toHaveURL(to);
    }
  });

  await test.step("a link back", async () => {
    await page.goto("/explore");
    const back = page.getByRole("link", { name: /^Back to / });
    await bars(page).getByRole("link", { name: "Feed", exact: true }).click();
    await cardOf(page, "Dusk")
      .getByRole("link", { name: /, view post$/ })
      .click();
    await expect(back).toHaveText("Back to feed");
    await page.getByRole("link", { name: /likes?$/ }).click();
    await expect(back).toHaveText("Back to the post");
    await page.getByRole("button", { name: "Your menu" }).click();
    await page.getByRole("menuitem", { name: "Requests" }).click();
    await expect(back).toHaveText("Back to likes");
    await page.getByRole("link", { name: "Connected" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connected");
    await back.click();
    await expect(page).toHaveURL(`/post/${id}/likes`);
    await page.reload();
    await expect(back).toHaveText("Back to the post");
  });

  await test.step("a slow page", async () => {
    const held = gate();
    await page.route("**/ai.data*", async (route) => {
      await held.passed;
      await route.continue();
    });
    const link = bars(page).getByRole("link", { name: "Create with AI" });
    await link.click();
    await expect(link).toHaveClass(/pending/);
    await expect(page.getByText("Loading the page")).toBeVisible();
    await expectAccessible(page, "the placeholders of a page");
    held.open();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create with AI");
    await expect(page.getByText("Loading the page")).toHaveCount(0);
  });
});

test("Feed, pressed on the feed, leads to the top and shows new posts", async ({ join }) => {
  const mara = await join("mara");
  const { page } = mara;
  await sharePosts(mara, [{ caption: "First" }, { caption: "Second" }, { caption: "Third" }]);
  await page.goto("/feed");
  const cards = page.getByRole("feed").getByRole("article");
  await cards
    .last()
    .getByRole("link", { name: /, view post$/ })
    .scrollIntoViewIfNeeded();
  await sharePosts(mara, [{ caption: "Fresh" }]);
  await expect(page.getByRole("button", { name: "1 new post" })).toBeVisible();
  await bars(page).getByRole("link", { name: "Feed", exact: true }).click();
  await expect(cards.first()).toContainText("Fresh");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page.getByRole("button", { name: "1 new post" })).toHaveCount(0);
});

test("wide screens have people, requests and links beside the feed @desktop", async ({ join }) => {
  const [mara, noah, ivo] = [await join("mara"), await join("noah"), await join("ivo")];
  const { page } = mara;
  await connect(noah, ivo);
  await connect(mara, noah);
  await page.goto("/feed");
  const side = page.getByRole("region", { name: "Around you" });
  await expect(side.getByText(`Connected with ${noah.username}`)).toBeVisible();
  await expect(side.getByRole("link", { name: "Terms" })).toHaveAttribute("href", "/terms");
  await expect(side.getByRole("link", { name: "Requests" })).toHaveCount(0);
  const stranger = await join("stranger");
  await stranger.request.post(`/api/connections/request/${await idOf(mara)}`);
  await expect(side.getByRole("link", { name: stranger.username })).toBeVisible();
  await expectAccessible(page, "the feed with the column beside it");
  await side.getByRole("button", { name: "Accept" }).click();
  await expect(side.getByRole("button", { name: "Connected" })).toBeVisible();

  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(side).toBeHidden();
});
