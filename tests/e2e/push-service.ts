import { createServer, type IncomingMessage } from "node:http";
import { expect, type Page } from "@playwright/test";
import type { PushMessage } from "~/contract/push-message";
import { newDevice, openPush } from "../factories/push-service";

/** A message as a device receives it. */
interface Received {
  headers: IncomingMessage["headers"];
  message: PushMessage;
}

/**
 * Starts a push service for one device (RFC 8030): it decrypts what arrives with the device's key.
 * @param port the one that the test server allows (server.ts)
 */
export async function startPushService(port: number) {
  const device = newDevice();
  const received: Received[] = [];
  const path = `/${crypto.randomUUID()}`;
  // Never closes an idle connection: a request that arrives at that moment would fail.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    // For a device of another test.
    if (request.url !== path) return response.writeHead(410).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const message: PushMessage = JSON.parse(openPush(Buffer.concat(chunks), device));
    received.push({ headers: request.headers, message });
    response.writeHead(201).end();
  });
  // Repeated tests take turns.
  await expect
    .poll(
      () =>
        new Promise<boolean>((resolve) => {
          server.once("error", () => resolve(false));
          server.listen(port, "127.0.0.1", () => resolve(true));
        }),
      { timeout: 60_000 },
    )
    .toBe(true);
  const origin = `http://127.0.0.1:${port}`;
  return {
    subscription: { endpoint: origin + path, keys: device.keys },
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

type Subscription = Awaited<ReturnType<typeof startPushService>>["subscription"];

/** Makes the browser subscribe at the test's push service: headless Chromium has none. @param answer the member's */
export async function fakePushManager(
  page: Page,
  subscription: Subscription,
  answer: NotificationPermission = "granted",
): Promise<void> {
  await page.addInitScript(
    ({ given, answer }) => {
      const KEY = "fake-subscription";
      const ANSWER = "fake-permission";
      // The entry has the key of the site, in base64url.
      const current = () => {
        const key = localStorage.getItem(KEY);
        if (key === null) return null;
        const bytes = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
        return {
          options: { applicationServerKey: Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)).buffer },
          toJSON: () => given,
          unsubscribe: async () => {
            localStorage.removeItem(KEY);
            return true;
          },
        };
      };
      // A member answers "Allow", also after a reload.
      Notification.requestPermission = async () => {
        localStorage.setItem(ANSWER, answer);
        return answer;
      };
      Object.defineProperty(Notification, "permission", {
        get: () => localStorage.getItem(ANSWER) ?? "default",
      });
      PushManager.prototype.getSubscription = async () => current() as unknown as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        localStorage.setItem(KEY, String(options?.applicationServerKey));
        return current() as unknown as PushSubscription;
      };
    },
    { given: subscription, answer },
  );
}
