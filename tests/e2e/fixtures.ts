import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { cameraJpeg, scene } from "../factories/photos";
import { expect, type Session } from "./test";

/** Test data, created over the API, and locators that several tests share. */

/** Every page that a visitor can open. */
export const visitorPaths = [
  "/",
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password?token=none",
  "/confirm-email?token=none",
  "/undo-email?token=none",
  "/unsubscribe?token=none",
  "/secure-account?token=none",
  "/about",
  "/terms",
  "/privacy",
  "/offline",
  "/appeal",
  "/no/such/page",
];

/** Returns a promise and the function that resolves it. A route handler awaits it to hold a request back. */
export function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** Returns a member's id, which the pages do not show. */
export async function idOf({ request }: Pick<Session, "request">): Promise<string> {
  return (await (await request.get("/api/auth/me")).json()).user.id;
}

/** Connects two members: the first sends the request, the second accepts it. */
export async function connect(sender: Session, recipient: Session): Promise<void> {
  const requested = await sender.request.post(`/api/connections/request/${await idOf(recipient)}`);
  expect(requested.status()).toBe(200);
  const senderId = await idOf(sender);
  const accepted = await recipient.request.post(`/api/connections/accept/${senderId}`);
  expect(accepted.status()).toBe(200);
}

/** Returns the id in the first link of a moderator's page to a report or decision about the member. */
export async function linkedId(
  { request }: Session,
  page: string,
  to: "reports" | "decisions" | "members",
  { username }: Session,
): Promise<string> {
  const [, ...links] = (await (await request.get(page)).text()).split(`href="/moderation/${to}/`);
  const link = links.find((one) => one.split("</a>", 1)[0]?.includes(username));
  expect(link, `${page} has a link about ${username}`).toBeDefined();
  return link?.split('"', 1)[0] ?? "";
}

/** Decides about a report by the form of its page. */
export async function decide(
  { request }: Session,
  reportId: string,
  form: { action: string; reason: string; days?: string },
): Promise<void> {
  expect((await request.post(`/moderation/reports/${reportId}`, { form })).status()).toBe(200);
}

/** Suspends a member for three days, about whom another one has reported. */
export async function suspend(moderator: Session, member: Session, reporter: Session): Promise<void> {
  const data = { userId: await idOf(member), reason: "spam" };
  expect((await reporter.request.post("/api/reports", { data })).status()).toBe(204);
  const reportId = await linkedId(moderator, "/moderation?kind=member", "reports", member);
  await decide(moderator, reportId, { action: "suspend", reason: "spam", days: "3" });
}

let photo: Promise<Buffer> | undefined;
/** Returns the photo of the posts that are shared over the API. */
const sharedPhoto = () => {
  photo ??= cameraJpeg({ width: 600, height: 400 });
  return photo;
};

/** Returns a small JPEG photo for a file input. */
export async function photoFile(name = "small.jpg", width = 300, height = 200) {
  return { name, mimeType: "image/jpeg", buffer: await cameraJpeg({ width, height }) };
}

/** Returns a photo unlike any other, also to a perceptual hash: photos like a removed one cannot be uploaded. */
export async function ownPhotoFile() {
  const buffer = await scene(randomInt(2 ** 32)).toBuffer();
  return { name: "own.jpg", mimeType: "image/jpeg", buffer };
}

/** Shares posts over the API, oldest first; all show the same small photo. @returns their ids */
export async function sharePosts(
  { request }: Pick<Session, "request">,
  posts: Record<string, string | boolean>[],
): Promise<string[]> {
  const buffer = await sharedPhoto();
  const upload = await request.post("/api/media", {
    multipart: { file: { name: "a.jpg", mimeType: "image/jpeg", buffer } },
  });
  expect(upload.status()).toBe(201);
  const { url } = await upload.json();
  const ids: string[] = [];
  for (const fields of posts) {
    const reply = await request.post("/api/posts", { data: { mediaUrl: url, ...fields } });
    expect(reply.status()).toBe(201);
    ids.push((await reply.json()).id);
  }
  return ids;
}

/** Shares a post with several photos of 600 × 400 pixels and alt texts "Photo 1", "Photo 2" … @returns its id */
export async function shareSeveral(
  { request }: Pick<Session, "request">,
  count: number,
  fields: Record<string, string | boolean> = {},
): Promise<string> {
  const buffer = await sharedPhoto();
  const photos: { mediaUrl: string; altText: string }[] = [];
  for (let at = 1; at <= count; at++) {
    const file = { name: "a.jpg", mimeType: "image/jpeg", buffer };
    const upload = await request.post("/api/media", { multipart: { file } });
    photos.push({ mediaUrl: (await upload.json()).url, altText: `Photo ${at}` });
  }
  const reply = await request.post("/api/posts", { data: { photos, ...fields } });
  expect(reply.status()).toBe(201);
  return (await reply.json()).id;
}

/** Shares posts with the alt texts "Photo 1" to "Photo {count}". @returns their ids, oldest first */
export function shareNumberedPosts(owner: Pick<Session, "request">, count: number): Promise<string[]> {
  return sharePosts(
    owner,
    Array.from({ length: count }, (_, index) => ({ altText: `Photo ${index + 1}` })),
  );
}

/** Opens a page and waits until its socket is in sync, so that later changes arrive as frames. */
export async function openSynced(page: Page, path: string): Promise<void> {
  // The listener for frames is added with the socket: the frame can arrive before `goto` returns.
  const synced = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framereceived", ({ payload }) => String(payload).includes('"type":"synced"')),
    );
  await page.goto(path);
  await synced;
}

/** Adds a comment, or a reply to one, over the API. @returns its id */
export async function addComment(
  { request }: Pick<Session, "request">,
  postId: string,
  comment: string,
  parentId?: string,
): Promise<string> {
  const reply = await request.post(`/api/posts/${postId}/comment`, { data: { comment, parentId } });
  return (await reply.json()).id;
}

/** Locates the feed card of the post with this caption. */
export function cardOf(page: Page, caption: string) {
  return page.getByRole("feed").getByRole("article").filter({ hasText: caption });
}

/** Returns the post drafts in local storage, joined. */
export const storedDrafts = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith("afterglow_draft_post"))
      .map((key) => localStorage.getItem(key))
      .join(),
  );

/** Returns how many photos are stored in drafts, and how many of them are edited. */
export const storedPhotos = (page: Page) =>
  page.evaluate(async (): Promise<[photos: number, edited: number]> => {
    // To open a database that the page has not created yet would create it without its store.
    const all = await indexedDB.databases();
    if (!all.some(({ name }) => name === "afterglow-drafts")) return [0, 0];
    return new Promise((resolve, reject) => {
      const opening = indexedDB.open("afterglow-drafts");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const db = opening.result;
        const rows = db.transaction("photos").objectStore("photos").getAll();
        rows.onsuccess = () => {
          db.close();
          resolve([rows.result.length, rows.result.filter(({ edited }) => edited).length]);
        };
      };
    });
  });

/** Opens rows of the composer, into which a phone folds its fields. Wide screens have no rows. */
export async function openRows(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const row = page.getByRole("main").getByRole("button", { name, expanded: false });
    if (await row.isVisible()) await row.click();
  }
}

/** Makes the composer that a link opens offer alt texts, as where a model answers that can describe photos. */
export async function offerSuggestions(page: Page): Promise<void> {
  await page.route("**/post.data*", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    // React Router's format: a list of values, in which objects name keys and values by their places.
    const [values, ...rest] = (await response.text()).split("\n");
    const list: unknown[] = JSON.parse(values ?? "[]");
    const key = `_${list.indexOf("canSuggest")}`;
    const data = list.find(
      (one): one is Record<string, number> => typeof one === "object" && one !== null && key in one,
    );
    if (data) data[key] = list.push(true) - 1;
    await route.fulfill({ response, body: [JSON.stringify(list), ...rest].join("\n") });
  });
}
