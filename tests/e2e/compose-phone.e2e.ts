import { devices, type Locator } from "@playwright/test";
import { expectAccessible } from "./axe";
import { gate, photoFile } from "./fixtures";
import { expect, test } from "./test";

const { viewport: _, defaultBrowserType: __, ...phone } = devices["Pixel 7"];
test.use({ ...phone, viewport: { width: 390, height: 844 }, allowedErrors: [/ERR_FAILED/] });

const isCutOff = (element: Locator) => element.evaluate((one) => one.scrollHeight > one.clientHeight + 1);

test("on a phone, rows show what is chosen, Share stays in reach with the progress, and a set has one frame", async ({
  join,
}) => {
  const { page } = await join();
  await page.goto("/post");
  const share = page.getByRole("button", { name: "Share", exact: true });
  const row = (name: string) => page.getByRole("button", { name, exact: true });
  const altText = page.getByLabel("Accessibility");
  const location = page.getByLabel("Location");
  await expect(page.locator("input[type=file]")).toHaveJSProperty("multiple", true);
  // The files are stored on their side: a panorama comes first.
  const sizes = [
    [400, 1600],
    [400, 300],
    [300, 400],
  ] as const;
  const files = await Promise.all(sizes.map(([w, h], at) => photoFile(`${at}.jpg`, w, h)));
  await page.locator("input[type=file]").setInputFiles(files);

  await test.step("alt texts, a step for each photo", async () => {
    await expect(share).toBeInViewport({ ratio: 1 });
    await expect(altText).toBeHidden();
    await row("Accessibility 0 of 3 described").click();
    await altText.fill("A long shore");
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await expect(altText).toBeFocused();
    await expect(altText).toHaveValue("");
    await expect(page.getByText("Photo 2 of 3 · 1 of 3 described")).toBeVisible();
    await expect(share).toBeInViewport({ ratio: 1 });
    await expectAccessible(page, "the composer on a phone");
    await row("Accessibility 1 of 3 described").click();
    await expect(altText).toBeHidden();
  });

  await test.step("a folded field with an error opens and has the focus", async () => {
    await row("Location Add").click();
    await location.fill("x".repeat(101));
    await row(`Location ${"x".repeat(101)}`).click();
    await share.click();
    await expect(page.getByText("Location must not be longer than 100 characters.")).toBeVisible();
    await expect(location).toBeVisible();
    await location.fill("Oslo");
    await row("Location Oslo").click();
    await expect(location).toBeHidden();
  });

  await test.step("the frame of a set", async () => {
    // That of the first photo, a panorama, would leave little room for the others.
    await row("Frame 16 : 9").click();
    await page.getByText("4 : 5", { exact: true }).click();
    await expect(row("Frame 4 : 5")).toBeVisible();
  });

  await test.step("large text on a narrow phone", async () => {
    await row("Accessibility 1 of 3 described").click();
    await page.setViewportSize({ width: 320, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    const cutOff = () =>
      page
        .getByRole("main")
        .locator("button, label, textarea")
        .evaluateAll((all) =>
          all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent),
        );
    await expect.poll(cutOff).toEqual([]);
    await expect.poll(() => isCutOff(page.getByText("1 of 3 described", { exact: true }))).toBe(false);
    const search = page.getByRole("searchbox", { name: "Search" }).first();
    const padding = await search.evaluate((one) =>
      Number.parseFloat(getComputedStyle(one).paddingInlineStart),
    );
    const icon = await search.locator("xpath=preceding-sibling::*[1]").boundingBox();
    const { x = 0 } = (await search.boundingBox()) ?? {};
    expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThanOrEqual(x + padding);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "";
    });
    await page.setViewportSize({ width: 390, height: 844 });
  });

  await test.step("the progress", async () => {
    const held = gate();
    let fails = false;
    await page.route("**/api/media", async (route) => {
      await held.passed;
      await (fails ? route.abort() : route.continue());
    });
    await share.click();
    await expect(page.getByText("Cancel to change your post.")).toBeInViewport();
    await expect(page.getByRole("main").getByRole("status")).toHaveText("Uploading 1 of 3…");
    // No bar covers a part of a button.
    const list = page.getByRole("list", { name: "Photos in order" });
    await list.evaluate((element) => element.scrollIntoView({ block: "center" }));
    await expectAccessible(page, "a post that is being shared");
    await row("Who can see it Everyone on Afterglow").scrollIntoViewIfNeeded();
    await expect(list).not.toBeInViewport();
    fails = true;
    held.open();
    // The photos are far above Share.
    await expect(
      page.getByText("3 of 3 photos were not uploaded. Please retry or remove them."),
    ).toBeInViewport();
    fails = false;
    await share.click();
    await expect(page).toHaveURL("/feed");
  });
  const [post] = await (await page.request.get("/api/feed")).json();
  expect(post).toMatchObject({ frame: "4:5", location: "Oslo", altText: "A long shore" });
  const strip = page.getByRole("group", { name: "3 photos" });
  const ratio = async () => {
    const { width = 0, height = 1 } = (await strip.boundingBox()) ?? {};
    return (width / height).toFixed(1);
  };
  await expect.poll(ratio).toBe("0.8");
});

test("without JavaScript a phone shows the composer's fields plainly @all", async ({
  join,
  browser,
  baseURL,
}) => {
  const { page } = await join();
  const context = await browser.newContext({
    ...phone,
    viewport: { width: 390, height: 844 },
    baseURL,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto("/post");
  await plain.getByLabel("Image").setInputFiles(await photoFile());
  await plain.getByLabel("Accessibility").fill("A gull");
  await plain.getByLabel("Location").fill("Oslo");
  await plain.getByText("Location (optional)").isVisible();
  await plain.getByLabel("Connections only").check();
  await expect(plain.getByRole("button", { name: "Location Add" })).toHaveCount(0);
  await plain.getByRole("button", { name: "Share" }).click();
  await expect(plain).toHaveURL("/feed");
  const [post] = await (await page.request.get("/api/feed")).json();
  expect(post).toMatchObject({ altText: "A gull", location: "Oslo", visibility: "connections" });
  await context.close();
});
