import { region } from "./locators";
import type { Tab } from "./tab";

/**
 * Waits until a conversation with messages offers push notifications, where the engine has them (WebKitGTK has not). The line moves the
 * messages when it appears, and a click at one of them may miss it.
 */
export async function seesPushOffer(tab: Tab): Promise<void> {
  const isOffered = await tab.evaluate(
    () => "PushManager" in window && "Notification" in window && Notification.permission === "default",
  );
  if (isOffered) await tab.sees(region("Push notifications"));
}
