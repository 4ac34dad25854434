import type { Page } from "@playwright/test";
import { expect, type Member } from "./test";

async function idOf({ page }: Member): Promise<string> {
  const reply = await page.request.get("/api/auth/me");
  return ((await reply.json()) as { user: { id: string } }).user.id;
}

export async function connect(a: Member, b: Member): Promise<void> {
  const [aId, bId] = [await idOf(a), await idOf(b)];
  expect((await a.page.request.post(`/api/connections/request/${bId}`)).status()).toBe(200);
  expect((await b.page.request.post(`/api/connections/accept/${aId}`)).status()).toBe(200);
}

/** Writes by the calls, in order. */
export async function say(from: Member, to: Member, texts: string[]): Promise<void> {
  const id = await idOf(to);
  for (const content of texts) {
    const reply = await from.page.request.post(`/api/chat/messages/${id}`, { data: { content } });
    expect(reply.status()).toBe(201);
  }
}

/** Marks all that `other` wrote as read, by the call. */
export async function read(who: Member, other: Member): Promise<void> {
  expect((await who.page.request.post(`/api/chat/messages/${await idOf(other)}/read`)).status()).toBe(200);
}

export const openChat = (who: Member, other: Member) => who.page.goto(`/chat?user=${other.username}`);

export const log = (page: Page, other: Member) =>
  page.getByRole("log", { name: `Messages with ${other.username}` });

export const box = (page: Page) => page.getByPlaceholder("Message...");

export async function write(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press("Enter");
}
