import type { Page } from "@playwright/test";
import { DAY_MS } from "~/contract/time";
import { newDevice } from "../factories/push-service";
import { expectAccessible } from "./axe";
import { messageField, sendMessages, typeAndSend } from "./chat";
import { connect } from "./fixtures";
import { fakePushManager } from "./push-service";
import { expect, type Member, type Session, test, toast } from "./test";

// Chromium logs the requests that these tests make fail as errors.
test.use({ serviceWorkers: "allow", allowedErrors: [/status of 500/] });

/** A subscription at the address that the test server allows (server.ts). Nothing is pushed to it. */
const subscription = (baseURL = "") => ({
  endpoint: `http://127.0.0.1:${Number(new URL(baseURL).port) + 2000}/${crypto.randomUUID()}`,
  keys: newDevice().keys,
});

const line = (page: Page) => page.getByRole("region", { name: "Push notifications" });
const offer = (page: Page, name: string) =>
  line(page).getByText(`Know when ${name} answers, also when Afterglow is closed.`);

/** Creates mara, whose browser answers its question for notifications so, and her connection noa. */
async function pair(
  join: (name: string) => Promise<Member>,
  signIn: (name: string) => Promise<Session>,
  baseURL: string | undefined,
  answer?: NotificationPermission,
) {
  const [mara, noa] = [await join("mara"), await signIn("noa")];
  await connect(mara, noa);
  const { page } = mara;
  await fakePushManager(page, subscription(baseURL), answer);
  return { mara, noa, page, chat: `/chat?user=${noa.username}` };
}

/** Returns the answer to the browser's question; null before it was asked. */
const asked = (page: Page) => page.evaluate(() => localStorage.getItem("fake-permission"));

/** Returns the key of the browser's subscription; null without one. */
const subscribed = (page: Page) => page.evaluate(() => localStorage.getItem("fake-subscription"));

/** Opens the chat, and waits until the code of the offer has decided, which `replied` shows. */
async function openUndecided(page: Page, chat: string, replied: RegExp): Promise<void> {
  const reply = page.waitForResponse(replied);
  await page.goto(chat);
  await reply;
  await expect(page.getByRole("button", { name: "Voice call" })).toBeVisible();
}

/** Opens the chat, and turns notifications on by the offer. @returns the button of the offer */
async function openAndTurnOn(page: Page, chat: string) {
  await page.goto(chat);
  const turnOn = line(page).getByRole("button", { name: "Turn on notifications" });
  await turnOn.click();
  await expect(toast(page, "Notifications are on")).toBeVisible();
  return turnOn;
}

test("a chat with messages offers notifications in one line, a press turns them on, and log-out ends the subscription @desktop", async ({
  join,
  signIn,
  baseURL,
}) => {
  const { noa, page, chat } = await pair(join, signIn, baseURL);
  await page.goto(chat);
  await expect(page.getByText(/^Start a conversation with/)).toBeVisible();
  await expect(line(page)).toBeHidden();
  await typeAndSend(page, "A walk at dusk?");
  await expect(offer(page, noa.fullName)).toBeVisible();
  expect(await asked(page)).toBeNull();
  await expectAccessible(page, "a chat that offers notifications");
  const turnOn = line(page).getByRole("button", { name: "Turn on notifications" });
  await page.route("**/api/push", (route) => route.fulfill({ status: 500 }));
  await turnOn.click();
  await expect(toast(page, "Push notifications failed")).toBeVisible();
  await page.unroute("**/api/push");
  await turnOn.click();
  await expect(toast(page, "Notifications are on")).toBeVisible();
  await expect(line(page)).toBeHidden();
  await expect(messageField(page)).toBeFocused();
  expect(await (await page.request.get("/api/push")).json()).toMatchObject({ isOn: true });
  expect(await subscribed(page)).not.toBeNull();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await openUndecided(page, chat, /push-offer-line/);
  // A device that has them asks the server nothing.
  expect(requests).not.toContain("/api/push");
  await expect(line(page)).toBeHidden();

  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => subscribed(page)).toBeNull();
});

test("Not now is remembered on this device until the member logs out @desktop", async ({
  join,
  signIn,
  baseURL,
}) => {
  const { mara, noa, page, chat } = await pair(join, signIn, baseURL);
  await sendMessages(noa, mara, ["A walk at dusk?"]);
  await page.goto(chat);
  await expect(offer(page, noa.fullName)).toBeVisible();
  const message = page.getByRole("log").getByText("A walk at dusk?");
  // On a phone, the navigation is hidden while a text is written, which moves the messages.
  await messageField(page).focus();
  const place = await message.boundingBox();
  await line(page).getByRole("button", { name: "Not now" }).click();
  await expect(line(page)).toBeHidden();
  // The line is above the messages and does not move them: it comes late, when a member may be about to press one.
  expect(await message.boundingBox()).toEqual(place);
  await expect(messageField(page)).toBeFocused();
  expect(await asked(page)).toBeNull();
  await openUndecided(page, chat, /push-offer-line/);
  await expect(line(page)).toBeHidden();
  const declined = () =>
    page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith("afterglow_push_declined_")),
    );
  expect(await declined()).toHaveLength(1);
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page).toHaveURL("/");
  await expect.poll(declined).toEqual([]);
});

test("a browser whose device the server has forgotten offers them the next day, one with another key renews it @desktop @all", async ({
  join,
  signIn,
  baseURL,
}) => {
  const { mara, noa, page, chat } = await pair(join, signIn, baseURL);
  await sendMessages(noa, mara, ["A walk at dusk?"]);
  const turnOn = await openAndTurnOn(page, chat);
  const key = await subscribed(page);
  await page.evaluate(() => localStorage.setItem("fake-subscription", "AAAA"));
  await page.clock.setFixedTime(Date.now() + DAY_MS);
  await page.goto(chat);
  await expect.poll(() => subscribed(page)).toBe(key);
  await expect(line(page)).toBeHidden();
  const origin = { Origin: new URL(page.url()).origin };
  expect((await page.request.delete("/api/push", { headers: origin })).status()).toBe(204);
  await page.clock.setFixedTime(Date.now() + 2 * DAY_MS);
  await page.goto(chat);
  await expect(turnOn).toBeVisible();
});

test("a member who blocks notifications is not asked again, and one who closes the question can be @desktop @all", async ({
  join,
  signIn,
  baseURL,
}) => {
  const { mara, noa, page, chat } = await pair(join, signIn, baseURL, "default");
  await sendMessages(noa, mara, ["A walk at dusk?"]);
  await page.goto(chat);
  const turnOn = line(page).getByRole("button", { name: "Turn on notifications" });
  await turnOn.click();
  await expect.poll(() => asked(page)).toBe("default");
  await expect(turnOn).toBeEnabled();

  await page.evaluate(() => {
    Notification.requestPermission = async () => {
      localStorage.setItem("fake-permission", "denied");
      return "denied";
    };
  });
  await turnOn.click();
  await expect(line(page)).toBeHidden();
  await openUndecided(page, chat, /push-offer-line/);
  await expect(line(page)).toBeHidden();
});

test("a site or a browser without push notifications, and a first request that fails, offer none @desktop @all", async ({
  join,
  signIn,
  baseURL,
}) => {
  const { mara, noa, page, chat } = await pair(join, signIn, baseURL);
  await sendMessages(noa, mara, ["A walk at dusk?"]);
  await page.route("**/api/push", (route) =>
    route.fulfill({ json: { publicKey: null, isOn: false, showsText: true, quietHours: null } }),
  );
  await openUndecided(page, chat, /api\/push$/);
  await expect(line(page)).toBeHidden();
  await page.unroute("**/api/push");
  await page.route("**/api/push", (route) => route.fulfill({ status: 500 }));
  await openUndecided(page, chat, /api\/push$/);
  await expect(line(page)).toBeHidden();
  await page.unroute("**/api/push");
  await page.addInitScript(() => Reflect.deleteProperty(window, "Notification"));
  await openUndecided(page, chat, /push-offer-line/);
  await expect(line(page)).toBeHidden();
});
