import type { Page } from "@playwright/test";
import { cameraJpeg } from "../factories/photos";
import { expect, type Member } from "./test";

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

/** The card of the post with this caption. */
export function cardOf(page: Page, caption: string) {
  return page.getByRole("feed").getByRole("article").filter({ hasText: caption });
}
