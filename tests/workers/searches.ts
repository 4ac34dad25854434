import { expect } from "vitest";
import { newId } from "~/contract/ids";
import { type Client, dataUrl, type Member, member } from "./client";

/** Returns a word that no other test has. */
export const unique = () => `w${newId().replaceAll("-", "").slice(-16)}`;

export const post = (by: Client, caption: string, more: object = {}) =>
  by.call("createPost", { body: { mediaUrl: dataUrl, caption, ...more } });

export async function three(): Promise<[Member, Member, Member]> {
  return [await member("ada"), await member("grace"), await member("mary")];
}

export async function replyOf<T>(client: Client, path: string): Promise<T> {
  const reply = await client.fetch(path);
  expect(reply.status, path).toBe(200);
  return reply.json();
}
