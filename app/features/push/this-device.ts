import { i18n } from "@lingui/core";
import { api } from "~/features/api/client";
import { registerServiceWorker } from "~/ui/register-service-worker";

/** Whether this browser can show push notifications. */
type Support = "missing" | "home-screen" | "denied" | "there";

export function pushSupport(): Support {
  if ("PushManager" in window && "Notification" in window && "serviceWorker" in navigator) {
    return Notification.permission === "denied" ? "denied" : "there";
  }
  // Safari on iPhones and iPads has them in web apps of the Home Screen only; only there is `standalone` known.
  return "standalone" in navigator && navigator.standalone === false ? "home-screen" : "missing";
}

/** Asks for the permission and turns push notifications on. Call it in a press event. @returns whether they are on */
export async function turnPushOn(publicKey: string, showsText: boolean): Promise<boolean> {
  // Safari asks only in the event of the press, so nothing may come before.
  if ((await Notification.requestPermission()) !== "granted") return false;
  await subscribe(publicKey, showsText);
  return true;
}

/** Turns them off: the server first, which then sends nothing more, also if the browser fails. */
export async function turnPushOff(): Promise<void> {
  await api("DELETE /api/push");
  const { pushManager } = await registered();
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** Subscribes this browser and sends the subscription. @param keeps whether an existing one is this session's */
export async function subscribe(publicKey: string, showsText: boolean, keeps = false): Promise<void> {
  const { pushManager } = await registered();
  const known = await pushManager.getSubscription();
  // One of another session, or with another key of the site.
  if (known && !keeps) await known.unsubscribe();
  const subscription =
    (keeps && known) ||
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  await api("POST /api/push", { body: { endpoint, p256dh, auth, showsText } });
}

async function registered(): Promise<ServiceWorkerRegistration> {
  // The page registers it too, perhaps a moment later. `ready` alone would wait for ever where that fails.
  await registerServiceWorker(i18n.locale);
  return navigator.serviceWorker.ready;
}
