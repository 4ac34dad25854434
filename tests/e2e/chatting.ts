import type { Page } from "@playwright/test";
import { idOf } from "./given";
import { expect, type Member } from "./test";

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
  // The page is alive.
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
  await box(page).press("Enter");
}
