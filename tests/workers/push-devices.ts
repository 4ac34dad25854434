import { runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import type { PushMessage } from "~/contract/push-message";
import { type Device, newDevice, openPush, PUSH_HOST } from "../factories/push-service";
import type { Client } from "./client";
import { advance, hub } from "./hubs";

/** A request to a push service, with the message as its device decrypts it. */
export interface Pushed {
  endpoint: string;
  headers: Headers;
  message: PushMessage;
}

/** The devices by their endpoints. */
const devices = new Map<string, Device>();

/** Turns push notifications on for a client. @returns the endpoint of its device */
export async function turnOn(client: Client, showsText = true): Promise<string> {
  const device = newDevice();
  const endpoint = `https://${PUSH_HOST}/${crypto.randomUUID()}`;
  devices.set(endpoint, device);
  await client.call("turnPushOn", { body: { endpoint, ...device.keys, showsText } });
  return endpoint;
}

/**
 * Replaces `fetch` by the push service of the devices.
 * @param replyOf its reply, if it is another than 201
 * @returns an array to which requests are appended
 */
export function servePushes(replyOf: () => Response | undefined = () => undefined): Pushed[] {
  const pushed: Pushed[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const endpoint = String(input);
    const device = devices.get(endpoint);
    if (!device) throw new Error(`an unexpected request to ${endpoint}`);
    const message: PushMessage = JSON.parse(openPush(init?.body as Uint8Array, device));
    pushed.push({ endpoint, headers: new Headers(init?.headers), message });
    return replyOf() ?? new Response(null, { status: 201 });
  });
  return pushed;
}

/** Returns the number of a member's events that wait to be pushed. */
export const waiting = (one: { id: string }) =>
  runInDurableObject(hub(one), (_, state) => [...state.storage.kv.list({ prefix: "push:" })].length);

/** Lets the time pass in which events are gathered, and has them pushed. Needs the fake clock. */
export async function pushWaiting(one: { id: string }): Promise<void> {
  vi.setSystemTime(Date.now() + 3000);
  // An alarm runs one task.
  while ((await waiting(one)) > 0) await advance(one, 0);
}
