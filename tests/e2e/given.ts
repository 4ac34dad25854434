import type { Page } from "@playwright/test";
import { cameraJpeg } from "../factories/photos";
import { expect, type Member } from "./test";

/** What the tests start from, made by the calls, and what many of them look for. */

/** What a visitor can open, each page once. */
export const visitorPaths = [
  "/",
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password?token=none",
  "/terms",
  "/privacy",
  "/offline",
  "/no/such/page",
];

/** A promise and what keeps it: holds a request back until the test has seen what it wants to see. */
export function gate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** A member's id, which their pages do not show. */
export async function idOf({ page }: Member): Promise<string> {
  // A connection that has rested is closed, perhaps as it is used again.
  return (await (await page.request.get("/api/auth/me", { maxRetries: 2 })).json()).user.id;
}

/** The first asks, the second accepts. */
export async function connect(asking: Member, answering: Member): Promise<void> {
  const asked = await asking.page.request.post(`/api/connections/request/${await idOf(answering)}`);
  expect(asked.status()).toBe(200);
  const accepted = await answering.page.request.post(`/api/connections/accept/${await idOf(asking)}`);
  expect(accepted.status()).toBe(200);
}

/** A small photo's bytes, as a file input takes them. */
export async function photoFile(name = "small.jpg", width = 300, height = 200) {
  return { name, mimeType: "image/jpeg", buffer: await cameraJpeg({ width, height }) };
}

/** Shares posts of one small photo by the calls, oldest first. @returns their ids */
export async function sharePosts(
  { page }: Pick<Member, "page">,
  posts: Record<string, string>[],
): Promise<string[]> {
  const buffer = await cameraJpeg({ width: 600, height: 400 });
  const upload = await page.request.post("/api/media", {
    multipart: { file: { name: "a.jpg", mimeType: "image/jpeg", buffer } },
  });
  expect(upload.status()).toBe(201);
  const { url } = await upload.json();
  const ids: string[] = [];
  for (const words of posts) {
    const reply = await page.request.post("/api/posts", { data: { mediaUrl: url, ...words } });
    expect(reply.status()).toBe(201);
    ids.push((await reply.json()).id);
  }
  return ids;
}

/** Makes posts of the page's member by the calls; all show one photo. */
export function makePosts(page: Page, count: number): Promise<string[]> {
  return sharePosts(
    { page },
    Array.from({ length: count }, (_, at) => ({ altText: `Photo ${at + 1}` })),
  );
}

/** The card of the post with this caption. */
export function cardOf(page: Page, caption: string) {
  return page.getByRole("feed").getByRole("article").filter({ hasText: caption });
}
