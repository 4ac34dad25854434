import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";
import { expectAccessible } from "./axe";
import { gate, photoFile } from "./fixtures";
import { expect, type Member, test, toast } from "./test";

test.use({ allowedErrors: [/status of (429|500)/] });

const AT = Date.UTC(2019, 4, 4, 10) / 1000;
const mojibake = (text: string) => Buffer.from(text, "utf8").toString("latin1");

/** Returns a zip file with these files, as a chosen one. */
async function zip(files: Record<string, string | Buffer>) {
  const writer = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false });
  for (const [name, content] of Object.entries(files)) {
    await writer.add(
      name,
      typeof content === "string" ? new TextReader(content) : new Uint8ArrayReader(content),
    );
  }
  const buffer = Buffer.from(await (await writer.close()).arrayBuffer());
  return { name: "export.zip", mimeType: "application/zip", buffer };
}

/** Returns an Instagram export with posts of one photo each, the last of today's noon in 2019, and further files. */
async function instagramExport(
  posts: number,
  more: { entries?: unknown[]; files?: Record<string, Buffer> } = {},
) {
  const files: Record<string, string | Buffer> = { ...more.files };
  const { buffer } = await photoFile();
  const entries = Array.from({ length: posts }, (_, n) => {
    const uri = `media/posts/201905/${n}.jpg`;
    files[uri] = buffer;
    return { media: [{ uri, creation_timestamp: AT + n * 60, title: mojibake(`Köln ${n + 1} 🌅`) }] };
  });
  files["your_instagram_activity/media/posts_1.json"] = JSON.stringify([...entries, ...(more.entries ?? [])]);
  return zip(files);
}

const chooser = (page: Page) => page.getByLabel(/^Choose (another )?file$/);
const alertOf = (page: Page) => page.getByRole("main").getByRole("alert");
const captionsOf = async ({ page, username }: Member) => {
  const posts: { id: string }[] = await (
    await page.request.get(`/api/users/profile/${username}/posts`)
  ).json();
  return Promise.all(
    posts.map(async ({ id }) => {
      const { caption, createdAt } = await (await page.request.get(`/api/posts/${id}`)).json();
      return `${caption} ${createdAt}`;
    }),
  );
};

test("an export is imported with captions and dates, after a file that is none", async ({ join }) => {
  const mara = await join();
  const { page } = mara;
  const file = await instagramExport(2, {
    entries: [
      {
        media: [
          { uri: "media/posts/201905/0.jpg" },
          { uri: "media/posts/201905/words.jpg" },
          { uri: "media/posts/201905/v.mp4" },
        ],
        title: "Two files",
        creation_timestamp: AT - 60,
      },
      { media: [{ uri: "media/posts/201905/gone.jpg" }], creation_timestamp: AT - 120 },
    ],
    files: { "media/posts/201905/words.jpg": Buffer.from("words") },
  });
  await page.goto("/settings/data");
  await page.getByRole("link", { name: "Import photos" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import photos" })).toBeVisible();
  await chooser(page).setInputFiles({ ...file, buffer: file.buffer.subarray(0, -40) });
  await expect(alertOf(page)).toHaveText(
    "This file could not be read. Please choose the zip file of your export.",
  );
  await expectAccessible(page, "a broken export");
  await chooser(page).setInputFiles(file);
  await expect(alertOf(page)).toHaveCount(0);
  await expect(page.getByText("4 posts in this file.")).toBeVisible();
  await expect(page.getByText("1 video left out")).toBeVisible();
  await expect(page.getByText("1 post is not complete: 1 photo is missing.")).toBeVisible();
  await expectAccessible(page, "an export that is not complete");
  await page.getByRole("radio", { name: "Connections only" }).check();
  await page.getByRole("button", { name: "Import 3 posts" }).click();
  await expect(page.getByText("Done. 3 posts imported.")).toBeVisible();
  await expect(
    page.getByText("1 photo left out: missing in the file, damaged or of another format"),
  ).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Imported posts" })).toHaveAttribute(
    "aria-valuenow",
    "100",
  );
  await page.getByText("Posts and photos left out").click();
  await expect(page.getByText("words.jpg: This image could not be loaded.")).toBeVisible();
  await expectAccessible(page, "a finished import");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as text" }).click();
  expect((await readFile(await (await download).path(), "utf8")).split("\n").slice(2)).toEqual([
    "2019-05-04 · Two files · media/posts/201905/v.mp4: Videos cannot be imported.",
    expect.stringMatching(/^2019-05-04 · Two files · media\/posts\/201905\/words\.jpg: This image could not/),
    "2019-05-04 · No caption · media/posts/201905/gone.jpg: The file is not in the export.",
    "",
  ]);
  expect(await captionsOf(mara)).toEqual([
    "Köln 2 🌅 2019-05-04T10:01:00.000Z",
    "Köln 1 🌅 2019-05-04T10:00:00.000Z",
    "Two files 2019-05-04T09:59:00.000Z",
  ]);
  const posts: { visibility: string }[] = await (await page.request.get("/api/feed")).json();
  expect(posts.map(({ visibility }) => visibility)).toEqual(["connections", "connections", "connections"]);
  await page
    .getByLabel("Add another file")
    .setInputFiles(await zip({ "media/posts/201905/gone.jpg": (await photoFile()).buffer }));
  await expect(page.getByText("3 posts imported before")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 post" }).press("Enter");
  await expect(page.getByText("Done. 1 post imported.")).toBeVisible();
  const profile = page.getByRole("link", { name: "View your profile" });
  await expect(profile).toBeFocused();
  await expect(profile).toHaveAttribute("href", /^\/profile/);
  expect(await captionsOf(mara)).toHaveLength(4);
});

test("an import pauses at a failure and on Stop, and continues after a reload with the posts that are left", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  const file = await instagramExport(3);
  await page.goto("/settings/import");
  await chooser(page).setInputFiles(file);

  await test.step("at the quota and while the server fails, with the reason", async () => {
    const message = "You can share 100 posts in 24 hours. Please try again in 3 hours.";
    await page.route("**/api/posts", (route) => route.fulfill({ status: 429, json: { message } }), {
      times: 1,
    });
    await page.getByRole("button", { name: "Import 3 posts" }).press("Enter");
    await expect(alertOf(page)).toHaveText(message);
    await expect(page.getByText("0 of 3 posts finished.")).toBeVisible();
    await page.route("**/api/media", (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(alertOf(page)).toHaveText("The server could not be reached. Please try again.");
  });

  await test.step("with the keyboard", async () => {
    const second = gate();
    let shared = 0;
    await page.route("**/api/posts", async (route) => {
      shared += 1;
      if (shared === 2) await second.passed;
      await route.continue().catch(() => {});
    });
    await page.getByRole("button", { name: "Continue" }).press("Enter");
    await expect(page.getByText("1 of 3 posts finished.")).toBeVisible();
    await expect(alertOf(page)).toHaveCount(0);
    const tab = await page.context().newPage();
    await tab.goto("/settings/import");
    await chooser(tab).setInputFiles(file);
    await tab.getByRole("button", { name: "Import 2 posts" }).click();
    await expect(alertOf(tab)).toHaveText(
      "An import is running in another tab. Please continue there, or after it.",
    );
    await tab.close();
    await chooser(page).setInputFiles(file);
    await expect(toast(page, "File not added")).toBeVisible();
    const stop = page.getByRole("button", { name: "Stop" });
    await expect(stop).toBeFocused();
    await stop.press("Enter");
    await expect(page.getByText("The posts so far are kept.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue" })).toBeFocused();
    await expectAccessible(page, "a stopped import");
    await page.unroute("**/api/posts");
    second.open();
  });

  await page.reload();
  await chooser(page).setInputFiles(file);
  await page.getByRole("button", { name: /^Import \d posts?$/ }).click();
  await expect(page.getByText(/^Done/)).toBeVisible();
  expect(await captionsOf(mara)).toHaveLength(3);
  await page.reload();
  await chooser(page).setInputFiles(file);
  await expect(page.getByText("There is nothing left to import.")).toBeVisible();
  await expect(page.getByText("3 posts imported before")).toBeVisible();
});
