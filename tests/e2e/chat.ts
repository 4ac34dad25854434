import type { Page } from "@playwright/test";
import { idOf } from "./fixtures";
import { expect, type Member, type Session } from "./test";

/** Sends messages over the API, in order. */
export async function sendMessages(from: Session, to: Session, texts: string[]): Promise<void> {
  const id = await idOf(to);
  for (const content of texts) {
    const data = { content, clientId: crypto.randomUUID() };
    const reply = await from.request.post(`/api/chat/messages/${id}`, { data });
    expect(reply.status()).toBe(201);
  }
}

/** Marks all messages from `other` as read, over the API. */
export async function markConversationRead(member: Session, other: Session): Promise<void> {
  expect((await member.request.post(`/api/chat/messages/${await idOf(other)}/read`)).status()).toBe(200);
}

/** Deletes the newest message between the two, over the API. */
export async function deleteNewest(member: Session, other: Session): Promise<void> {
  const [newest] = await (await member.request.get(`/api/chat/messages/${await idOf(other)}`)).json();
  expect((await member.request.delete(`/api/chat/message/${newest.id}`)).status()).toBe(204);
}

/** Opens the conversation with `other`. */
export const openChat = (member: Member, other: Session) => member.page.goto(`/chat?user=${other.username}`);

export const messageLog = (page: Page, other: Session) =>
  page.getByRole("log", { name: `Messages with ${other.username}` });

export const messageField = (page: Page) => page.getByPlaceholder("Message...");

/** Fills the message field and sends with Enter. */
export async function typeAndSend(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  // The button is enabled after hydration only.
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
  await messageField(page).press("Enter");
}

/** Opens the conversation, and waits until the page can send: typing enables the button after hydration only. */
export async function openLive(member: Member, other: Session): Promise<void> {
  await openChat(member, other);
  await messageField(member.page).fill("x");
  await expect(member.page.getByRole("button", { name: "Send" })).toBeEnabled();
  await messageField(member.page).fill("");
}

/** Returns the number of messages that the browser has stored until the server has them. */
export const storedMessages = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open("afterglow-chat");
        opened.onerror = () => reject(opened.error);
        opened.onsuccess = () => {
          const counted = opened.result.transaction("outbox").objectStore("outbox").count();
          counted.onsuccess = () => {
            opened.result.close();
            resolve(counted.result);
          };
        };
      }),
  );
