import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { PushView } from "~/contract/push";
import { api } from "~/features/api/client";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { showToast } from "~/ui/toast";

/** Whether this browser can show push notifications; `unknown` until the page is hydrated. */
type Support = "unknown" | "missing" | "home-screen" | "denied" | "there";

function useSupport(): [Support, () => void] {
  const [support, setSupport] = useState<Support>("unknown");
  const check = () => setSupport(supportOf());
  useEffect(() => setSupport(supportOf()), []);
  return [support, check];
}

function supportOf(): Support {
  if ("PushManager" in window && "Notification" in window && "serviceWorker" in navigator) {
    return Notification.permission === "denied" ? "denied" : "there";
  }
  // Safari on iPhones and iPads has them in web apps of the Home Screen only; only there is `standalone` known.
  return "standalone" in navigator && navigator.standalone === false ? "home-screen" : "missing";
}

const whyNot: Record<"missing" | "home-screen" | "denied", string> = {
  missing: "This browser has no push notifications.",
  "home-screen":
    "On an iPhone or iPad, first add Afterglow to the Home Screen (Share, then Add to Home Screen). Open it from there and turn them on.",
  denied:
    "Your browser blocks notifications from this site. Allow them in the browser's settings for this site, then reload this page.",
};

/** Renders the switch of push notifications on this device. It needs JavaScript, as they do. */
export function PushDevice({ push: { publicKey, isOn, showsText } }: { push: PushView }) {
  const [support, check] = useSupport();
  const [isBusy, setIsBusy] = useState(false);
  const [showsMore, setShowsMore] = useState(showsText);
  const { revalidate } = useRevalidator();
  if (publicKey === null) return <p>This site sends no push notifications.</p>;
  const key = publicKey;
  if (support !== "unknown" && support !== "there") return <p>{whyNot[support]}</p>;

  async function run(work: () => Promise<unknown>) {
    setIsBusy(true);
    try {
      await work();
      await revalidate();
    } catch {
      showToast({ kind: "danger", title: "Push notifications failed", text: "An error occurred" });
    }
    check();
    setIsBusy(false);
  }

  async function turnOn(shows: boolean) {
    // Safari asks only in the event of the press, so nothing may come before.
    if ((await Notification.requestPermission()) !== "granted") return;
    await subscribe(key, shows);
  }

  function changeText(shows: boolean) {
    setShowsMore(shows);
    if (isOn) void run(() => subscribe(key, shows, true));
  }

  return (
    <div className={support === "unknown" ? "invisible grid gap-4" : "grid gap-4"}>
      <p role="status">{isOn ? "On for this device." : "Off for this device."}</p>
      <Checkbox
        label="Show the text of messages"
        checked={showsMore}
        disabled={isBusy}
        onChange={(event) => changeText(event.currentTarget.checked)}
      />
      <Button
        look={isOn ? "quiet" : "primary"}
        className="justify-self-start"
        busy={isBusy}
        busyLabel="Saving..."
        onClick={() => run(() => (isOn ? turnOff() : turnOn(showsMore)))}
      >
        {isOn ? "Turn off on this device" : "Turn on for this device"}
      </Button>
    </div>
  );
}

async function registered(): Promise<ServiceWorkerRegistration> {
  // The page registers it too, perhaps a moment later. `ready` alone would wait for ever where that fails.
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}

/** Subscribes this browser and sends the subscription. @param keeps whether one that the browser has is this session's */
async function subscribe(publicKey: string, showsText: boolean, keeps = false): Promise<void> {
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

/** The server first: it then sends nothing more, also if the browser fails. */
async function turnOff(): Promise<void> {
  await api("DELETE /api/push");
  const { pushManager } = await registered();
  await (await pushManager.getSubscription())?.unsubscribe();
}
