import type { Page } from "@playwright/test";
import { expect, PASSWORD, test, toast } from "./test";

test.use({ serviceWorkers: "allow" });

interface Manifest {
  share_target: {
    action: string;
    method: string;
    enctype: string;
    params: { text: string; files: { name: string }[] };
  };
}

/** Sends files and texts as the share sheet of the system does: as a navigation to the action of the manifest's `share_target`. */
async function shareTo(page: Page, { text, photos }: { text: string; photos: number }): Promise<void> {
  await page.evaluate(
    async ({ text, photos }) => {
      const { share_target: target }: Manifest = await (await fetch("/manifest.webmanifest")).json();
      const form = document.createElement("form");
      Object.assign(form, { action: target.action, method: target.method, enctype: target.enctype });
      const words = document.createElement("input");
      Object.assign(words, { name: target.params.text, value: text });
      const input = document.createElement("input");
      Object.assign(input, { type: "file", multiple: true, name: target.params.files.at(0)?.name });
      const files = new DataTransfer();
      for (let n = 0; n < photos; n++) {
        const canvas = new OffscreenCanvas(60, 40);
        canvas.getContext("2d")?.fillRect(0, 0, 10 * n + 10, 10);
        const blob = await canvas.convertToBlob({ type: "image/png" });
        files.items.add(new File([blob], `${n}.png`, { type: "image/png" }));
      }
      input.files = files.files;
      form.appendChild(words);
      form.appendChild(input);
      document.body.appendChild(form);
      form.submit();
    },
    { text, photos },
  );
}

async function openControlled(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
}

const photo = (page: Page, at: number, of: number) =>
  page.getByRole("button", { name: `Photo ${at} of ${of}, no alt text` });

test("photos and text from the share sheet are added to the draft, once @desktop", async ({ join }) => {
  const { page } = await join();
  await openControlled(page, "/post");
  await page.getByLabel("Caption").fill("Begun earlier");
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((value) => value.includes("Begun"))))
    .toBe(true);
  await shareTo(page, { text: "From the gallery", photos: 2 });
  await expect(photo(page, 2, 2)).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("Begun earlier\nFrom the gallery");
  await expect(page).toHaveURL("/post");

  // A share that was taken is not offered again.
  await page.goto("/post?shared=kept");
  await expect(toast(page, "The photo was not kept")).toBeVisible();
  await expect(page).toHaveURL("/post");
  await expect(photo(page, 2, 2)).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("Begun earlier\nFrom the gallery");
});

test("photos that are shared while logged out are in the composer after log-in @desktop", async ({
  join,
}) => {
  const { page, email } = await join();
  await page.context().clearCookies();
  await openControlled(page, "/login");
  await shareTo(page, { text: "", photos: 1 });
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
});

test("a share that the composer has not taken is deleted on log-out @desktop", async ({ join }) => {
  const { page, email } = await join();
  await page.context().clearCookies();
  await openControlled(page, "/login");
  await shareTo(page, { text: "", photos: 1 });
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL("/feed");
  const isKept = () => page.evaluate(() => caches.has("shared"));
  expect(await isKept()).toBe(true);
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL("/");
  expect(await isKept()).toBe(false);
});

test("without the service worker, the composer asks for the photo @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto("/feed");
  const reply = await page.request.post("/share", {
    multipart: { photos: { name: "a.png", mimeType: "image/png", buffer: Buffer.from("png") } },
    maxRedirects: 0,
  });
  expect([reply.status(), reply.headers().location]).toEqual([303, "/post?shared=lost"]);
  await page.goto("/post?shared=lost");
  await expect(toast(page, "The photo was not kept")).toContainText("Please choose it here.");
});
