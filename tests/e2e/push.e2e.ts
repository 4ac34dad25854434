import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { connect, idOf } from "./fixtures";
import { fakePushManager, startPushService } from "./push-service";
import { expect, test, toast } from "./test";

test.use({ serviceWorkers: "allow" });

const PAGE = "/settings/notifications";

const region = (page: Page) => page.getByRole("region", { name: "Push notifications" });

test("a message reaches the push service of the device, encrypted, once no tab is open @desktop", async ({
  join,
  signIn,
  baseURL,
}) => {
  const service = await startPushService(Number(new URL(baseURL ?? "").port) + 2000);
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  await connect(mara, noah);
  const { page } = mara;
  // The notification of the connection, whose push can still wait, is not pushed once it is read.
  await page.request.post("/api/notifications/read/all");
  await fakePushManager(page, service.subscription);
  await page.goto(PAGE);
  await expect(region(page).getByText("Off for this device.")).toBeVisible();
  await expectAccessible(page, "push notifications that are off");
  await region(page).getByRole("button", { name: "Turn on for this device" }).click();
  await expect(region(page).getByText("On for this device.")).toBeVisible();

  const maraId = await idOf(mara);
  const origin = { Origin: new URL(page.url()).origin };
  const write = async (content: string) => {
    const reply = await noah.request.post(`/api/chat/messages/${maraId}`, {
      data: { content },
      headers: origin,
    });
    expect(reply.ok()).toBe(true);
  };
  await page.goto("about:blank");
  await write("A walk at dusk?");
  await expect.poll(() => service.received.length, { timeout: 120_000 }).toBe(1);
  const [first] = service.received;
  expect(first?.message).toMatchObject({ title: noah.username, body: "A walk at dusk?", kind: "message" });
  expect(first?.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400", urgency: "high" });
  expect(first?.headers.authorization).toMatch(/^vapid t=\S+, k=\S+$/);

  await page.goto(PAGE);
  await region(page).getByRole("button", { name: "Turn off on this device" }).click();
  await expect(region(page).getByText("Off for this device.")).toBeVisible();
  expect(await (await page.request.get("/api/push")).json()).toMatchObject({ isOn: false });
  await service.close();
});

test("a browser that blocks or has no push notifications says so, and an iPhone what to do @desktop @all", async ({
  join,
}) => {
  const { page } = await join();
  await page.addInitScript(() => Object.defineProperty(Notification, "permission", { get: () => "denied" }));
  await page.goto(PAGE);
  await expect(region(page).getByText("Your browser blocks notifications from this site.")).toBeVisible();
  await expect(region(page).getByRole("button")).toHaveCount(0);
  await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
  await page.reload();
  await expect(region(page).getByText("This browser has no push notifications.")).toBeVisible();
  await page.addInitScript(() => Object.defineProperty(navigator, "standalone", { value: false }));
  await page.reload();
  await expect(region(page).getByText("first add Afterglow to the Home Screen")).toBeVisible();
});

test("quiet hours are saved in the member's time zone, and end @desktop", async ({ join }) => {
  const { page } = await join();
  await page.goto(PAGE);
  await page.getByRole("link", { name: "Quiet hours Off" }).click();
  const zone = page.getByRole("combobox", { name: "Time zone" });
  await expect(zone).toHaveValue("Europe/Berlin");
  await page.getByLabel("From").fill("23:15");
  await page.getByLabel("To").fill("06:45");
  await zone.selectOption("America/New York");
  await page.getByRole("button", { name: "Turn on quiet hours" }).click();
  await expect(page.getByText("On, from 23:15 to 06:45.")).toBeVisible();
  await expect(toast(page, "Settings saved")).toBeVisible();
  await page.reload();
  await expect(zone).toHaveValue("America/New_York");
  await page.getByRole("button", { name: "Turn off quiet hours" }).click();
  await expect(page.getByRole("button", { name: "Turn on quiet hours" })).toBeVisible();
});
