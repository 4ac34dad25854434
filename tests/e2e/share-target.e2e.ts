import type { Page } from "@playwright/test";
import { AUDIENCE_KEYS } from "~/features/session/member-storage";
import { expectAccessible } from "./axe";
import { idOf } from "./fixtures";
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

/** Sends files and texts as the system's share sheet does: as a navigation to the action of the `share_target`. */
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

/** The question about what was shared. */
const offer = (page: Page) => page.getByRole("alertdialog", { name: "Add this to a post?" });
const answer = (page: Page, name: "Add" | "Discard") => offer(page).getByRole("button", { name }).click();

const photo = (page: Page, at: number, of: number) =>
  page.getByRole("button", { name: `Photo ${at} of ${of}, no alt text` });

test("photos and text from the share sheet are added to the draft, once; a share while logged out is offered after log-in, and deleted on log-out @desktop", async ({
  join,
}) => {
  const { page, email } = await join();
  await openControlled(page, "/post");
  await page.getByLabel("Caption").fill("Begun earlier");
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((value) => value.includes("Begun"))))
    .toBe(true);
  await shareTo(page, { text: "From the gallery", photos: 2 });
  await answer(page, "Add");
  await expect(photo(page, 2, 2)).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("Begun earlier\nFrom the gallery");
  await expect(page).toHaveURL("/post");

  // A share that was taken is not offered again. Without the service worker, the server has not kept the photo either.
  const reply = await page.request.post("/share", {
    multipart: { photos: { name: "a.png", mimeType: "image/png", buffer: Buffer.from("png") } },
    maxRedirects: 0,
  });
  expect([reply.status(), reply.headers().location]).toEqual([303, "/post?shared=lost"]);
  await page.goto("/post?shared=kept");
  await expect(toast(page, "The photo was not kept")).toContainText("Please choose it here.");
  await expect(page).toHaveURL("/post");
  await expect(photo(page, 2, 2)).toBeVisible();
  await expect(page.getByLabel("Caption")).toHaveValue("Begun earlier\nFrom the gallery");

  await test.step("while logged out", async () => {
    await page.context().clearCookies();
    await shareTo(page, { text: "", photos: 1 });
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(offer(page)).toBeVisible();
    const isKept = () => page.evaluate(() => caches.has("shared"));
    await page.goto("/settings");
    expect(await isKept()).toBe(true);
    await page.getByRole("button", { name: "Your menu" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(page).toHaveURL("/");
    expect(await isKept()).toBe(false);
  });
});

test("a form on another website adds nothing to a post before the member agrees, and chooses no audience @desktop", async ({
  join,
}) => {
  const mara = await join();
  const { page } = mara;
  await openControlled(page, "/post");
  const connectionsOnly = page.getByLabel("Connections only");
  // The audience of the last post.
  await page.evaluate((key) => localStorage.setItem(key, "connections"), AUDIENCE_KEYS + (await idOf(mara)));

  const uploads: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/media")) uploads.push(request.url());
  });
  const target = new URL("/share", page.url()).href;
  await page.route("http://elsewhere.test/", (route) =>
    route.fulfill({ contentType: "text/html", body: foreignForm(target) }),
  );
  for (const choice of ["Discard", "Add"] as const) {
    await page.goto("http://elsewhere.test/");
    await page.getByRole("button", { name: "Win a prize" }).click();
    await expect(offer(page)).toContainText("Buy this");
    if (choice === "Add") await expectAccessible(page, "the question about a share");
    await expect(page.getByLabel("Caption")).toHaveValue("");
    await answer(page, choice);
    await expect(page).toHaveURL("/post");
    await expect(page.getByLabel("Caption")).toHaveValue(choice === "Add" ? "Buy this" : "");
    await expect(connectionsOnly).toBeChecked({ checked: choice === "Add" });
    expect(await page.evaluate(() => caches.has("shared"))).toBe(false);
  }
  await expect(page.getByRole("img", { name: "Preview of your photo" })).toBeVisible();
  expect(uploads).toEqual([]);
});

/** Returns a page that sends a photo and a text to the target of the share sheet, without its referrer. */
function foreignForm(target: string): string {
  return `<meta name="referrer" content="no-referrer">
    <form action="${target}" method="post" enctype="multipart/form-data">
      <input name="text" value="Buy this"><input type="file" name="photos" hidden><button>Win a prize</button>
    </form>
    <script>
      const canvas = document.createElement("canvas");
      canvas.getContext("2d").fillRect(0, 0, 10, 10);
      canvas.toBlob((blob) => {
        const files = new DataTransfer();
        files.items.add(new File([blob], "prize.png", { type: "image/png" }));
        document.querySelector("[type=file]").files = files.files;
      });
    </script>`;
}
