import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { APIResponse } from "@playwright/test";
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter } from "@zip.js/zip.js";
import { openChat } from "../e2e/chat";
import { connect } from "../e2e/fixtures";
import { expect, type Member, test } from "../e2e/test";
import { chosen, howSent, problem, recordSent, takeRefusal, takeSent } from "./chosen";
import { type MediaFile, mediaFiles } from "./files";
import { type Outcomes, type Place, refusal } from "./outcomes";
import { uploadAll } from "./upload";

/** Chooses every file in every place, and writes the outcomes to the folder of `npm run media`. */

test.use({ allowedErrors: [/./] });
test.setTimeout(3_600_000);

const folder = process.env.AFTERGLOW_MEDIA ?? "";

function write(place: Place, outcomes: Outcomes): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${place}.json`), JSON.stringify(outcomes));
}

/** Below a member's limits of images in a minute and of posts in a day. */
const IMAGES_OF_A_MEMBER = 8;
const POSTS_OF_A_MEMBER = 70;

/** Measures a place whose page takes one file after the other. */
async function measure(place: Place, outcomeOf: (file: MediaFile) => Promise<string>): Promise<void> {
  const outcomes: Outcomes = {};
  for (const file of await mediaFiles())
    outcomes[file.name] = await test.step(file.name, () => outcomeOf(file));
  write(place, outcomes);
}

test("server", async ({ signIn }) => {
  write("server", await uploadAll(await signIn(), await mediaFiles()));
});

test("composer", async ({ join }) => {
  const { page } = await join();
  await recordSent(page);
  await measure("composer", async (file) => {
    await page.goto("/post");
    await expect(page.locator("input[type=file]")).toHaveJSProperty("multiple", true);
    await page.getByLabel("Image").setInputFiles(chosen(file));
    const remove = page.getByRole("button", { name: "Remove image" });
    await expect(remove.or(problem(page)).first()).toBeVisible();
    if (await problem(page).isVisible()) return takeRefusal(page);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(async () => {
      expect(new URL(page.url()).pathname === "/feed" || (await problem(page).isVisible())).toBe(true);
    }).toPass();
    if (new URL(page.url()).pathname !== "/feed") {
      await remove.click();
      return takeRefusal(page);
    }
    const [post] = await (await page.request.get("/api/feed")).json();
    return `${howSent(file, await takeSent(page))}, ${post.width} × ${post.height}`;
  });
});

test("profile picture", async ({ join }) => {
  const { page } = await join();
  await page.goto("/profile");
  const dialog = page.getByRole("dialog", { name: "Edit Profile" });
  await measure("profile picture", async (file) => {
    if (!(await dialog.isVisible())) await page.getByRole("button", { name: "Edit Profile" }).click();
    await dialog.getByLabel("Profile picture", { exact: true }).setInputFiles(chosen(file));
    await expect(dialog.getByRole("application").or(problem(page)).first()).toBeVisible();
    if (await problem(page).isVisible()) return takeRefusal(page);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog).toBeHidden();
    return "cropped";
  });
});

test("AI studio", async ({ join }) => {
  const open = async () => {
    const { page } = await join();
    await recordSent(page);
    await page.goto("/ai");
    return page;
  };
  let page = await open();
  let made = 0;
  await measure("AI studio", async (file) => {
    if (made === IMAGES_OF_A_MEMBER) {
      await page.close();
      page = await open();
      made = 0;
    }
    const styles = page.getByRole("region", { name: "Art Styles" });
    await styles.getByLabel("Upload an image to style").setInputFiles(chosen(file));
    const source = styles.getByRole("img", { name: "Your upload" });
    await expect(source.or(problem(page)).first()).toBeVisible();
    if (await problem(page).isVisible()) return takeRefusal(page);
    made += 1;
    await styles.getByRole("button", { name: /^Pixel Art/ }).click();
    const again = styles.getByRole("button", { name: "Start Over" });
    await expect(again.or(problem(page)).first()).toBeVisible();
    const sent = howSent(file, await takeSent(page));
    if (await problem(page).isVisible()) {
      await styles.getByRole("button", { name: "Remove image" }).click();
      return takeRefusal(page);
    }
    await again.click();
    return sent;
  });
});

test("chat", async ({ join }) => {
  const [mara, noa] = [await join("mara"), await join("noa")];
  const { page } = mara;
  await connect(mara, noa);
  await recordSent(page);
  await openChat(mara, noa);
  let status = 0;
  page.on("response", (reply) => {
    if (reply.request().method() === "POST" && reply.url().includes("/api/chat/messages/"))
      status = reply.status();
  });
  await measure("chat", async (file) => {
    await page.getByLabel("Attach a file").setInputFiles(chosen(file));
    const send = page.getByRole("button", { name: "Send" });
    await expect(async () =>
      expect((await send.isEnabled()) || (await problem(page).isVisible())).toBe(true),
    ).toPass();
    if (await problem(page).isVisible()) return takeRefusal(page);
    // A picture has a preview, another file a paper clip.
    const isPicture = (await page.locator("form img[src^='blob:']").count()) > 0;
    status = 0;
    await send.click();
    const failed = page.getByRole("alert").filter({ hasText: "Failed:" });
    await expect(async () => expect(status === 201 || (await failed.isVisible())).toBe(true)).toPass();
    const sent = howSent(file, await takeSent(page));
    if (status === 201) return isPicture ? sent : "as a file";
    const outcome = refusal(await failed.innerText());
    await failed.getByRole("button", { name: "Discard" }).click();
    await expect(failed).toHaveCount(0);
    return outcome;
  });
});

/** Returns an export of Instagram with a post for each file, whose caption is its name. */
async function exportOf(files: readonly MediaFile[]): Promise<Buffer> {
  const writer = new ZipWriter(new BlobWriter("application/zip"), { useWebWorkers: false });
  const posts = files.map(({ name }, at) => ({
    media: [{ uri: `media/posts/${at}/${name}`, creation_timestamp: 1_718_000_000 + at * 60, title: name }],
  }));
  for (const [at, { name, content }] of files.entries())
    await writer.add(`media/posts/${at}/${name}`, new Uint8ArrayReader(content));
  await writer.add("your_instagram_activity/media/posts_1.json", new TextReader(JSON.stringify(posts)));
  return Buffer.from(await (await writer.close()).arrayBuffer());
}

/** Returns the stored size of each imported post by its caption. */
async function importedSizes({ page, username }: Member): Promise<Map<string, string>> {
  const sizes = new Map<string, string>();
  for (let path: string | undefined = `/api/users/profile/${username}/posts`; path; ) {
    const reply: APIResponse = await page.request.get(path);
    for (const { id } of await reply.json()) {
      const { caption, width, height } = await (await page.request.get(`/api/posts/${id}`)).json();
      sizes.set(caption, `${width} × ${height}`);
    }
    path = /<([^>]+)>; rel="next"/.exec(reply.headers().link ?? "")?.[1];
  }
  return sizes;
}

/** Imports files as a new member. */
async function importAll(
  mara: Member,
  files: readonly MediaFile[],
): Promise<[name: string, outcome: string][]> {
  const { page } = mara;
  await recordSent(page);
  await page.goto("/settings/import");
  const buffer = await exportOf(files);
  await page
    .getByLabel(/^Choose (another )?file$/)
    .setInputFiles({ name: "export.zip", mimeType: "application/zip", buffer });
  await page.getByRole("button", { name: /^Import \d+ posts$/ }).click();
  await expect(page.getByText(/^Done\. /).or(page.getByRole("button", { name: "Continue" }))).toBeVisible({
    timeout: 1_200_000,
  });
  const sent = await takeSent(page);
  const sizes = await importedSizes(mara);
  await page.getByText("Posts and photos left out").click();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as text" }).click();
  const lines = readFileSync(await (await saved).path(), "utf8").split("\n");
  return files.map((file) => {
    const size = sizes.get(file.name);
    const reason = lines.find((line) => line.includes(`/${file.name}: `));
    return [file.name, size ? `${howSent(file, sent)}, ${size}` : reason ? refusal(reason) : "left out"];
  });
}

test("import", async ({ join }) => {
  const outcomes: [name: string, outcome: string][] = [];
  const files = await mediaFiles();
  for (let at = 0; at < files.length; at += POSTS_OF_A_MEMBER)
    outcomes.push(...(await importAll(await join(), files.slice(at, at + POSTS_OF_A_MEMBER))));
  write("import", Object.fromEntries(outcomes));
});
