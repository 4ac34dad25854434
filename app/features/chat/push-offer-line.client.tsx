import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import type { PushView } from "~/contract/push";
import { site } from "~/contract/site-name";
import { DAY_MS } from "~/contract/time";
import { api } from "~/features/api/client";
import { pushSupport, subscribe, turnPushOn } from "~/features/push/this-device";
import { storedText, storeText } from "~/features/session/member-storage";
import { Button } from "~/ui/button";
import { showToast } from "~/ui/toast-store";

export interface PushOfferProps {
  /** The name of the other member. */
  name: string;
  memberId: string;
  /** Called when the line has gone, and the focus with it. */
  onDone: () => void;
}

/** `localStorage` key, deleted on log-out: the member does not want the offer on this device. */
const declinedKey = (memberId: string) => `afterglow_push_declined_${memberId}`;

/** `localStorage` key, deleted on log-out: when push was last known to be on here, in milliseconds since 1970. */
const confirmedKey = (memberId: string) => `afterglow_push_on_${memberId}`;

/** Offers push notifications in one line of a chat, where supported. A default export, as other parts on demand. */
export default function PushOfferLine({ name, memberId, onDone }: PushOfferProps) {
  const { t } = useLingui();
  const [push, setPush] = useOffer(memberId);
  const [isBusy, setIsBusy] = useState(false);
  if (push === null) return null;
  const { publicKey, showsText } = push;

  function close() {
    setPush(null);
    onDone();
  }

  function dismiss() {
    decline(memberId);
    close();
  }

  async function turnOn() {
    if (publicKey === null) return;
    setIsBusy(true);
    try {
      const isOn = await turnPushOn(publicKey, showsText);
      if (isOn) {
        confirm(memberId);
        showToast({ title: t`Notifications are on`, text: t`For this device. Settings turn them off.` });
      }
      // A question of the browser that was closed without an answer can come again.
      if (isOn || pushSupport() === "denied") close();
    } catch {
      showToast({ kind: "danger", title: t`Push notifications failed`, text: t`An error occurred` });
    }
    setIsBusy(false);
  }

  return (
    <section
      aria-label={t`Push notifications`}
      className="flex cramped:hidden flex-wrap items-center gap-x-2 border-line border-b px-4 py-1.5 text-sm"
    >
      <p className="min-w-48 flex-1 text-muted">
        <Trans>
          Know when <bdi>{name}</bdi> answers, also when {site} is closed.
        </Trans>
      </p>
      <Button
        variant="plain"
        size="small"
        busy={isBusy}
        busyLabel={t`Saving...`}
        onClick={() => void turnOn()}
      >
        <Trans>Turn on notifications</Trans>
      </Button>
      <Button variant="plain" size="small" className="text-muted" onClick={dismiss}>
        <Trans>Not now</Trans>
      </Button>
    </section>
  );
}

/** Returns what the offer needs, null before it is read and where it is not made; and a function that changes it. */
function useOffer(memberId: string) {
  const [push, setPush] = useState<PushView | null>(null);
  useEffect(() => {
    let isLeft = false;
    readOffer(memberId).then(
      (offer) => isLeft || setPush(offer),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [memberId]);
  return [push, setPush] as const;
}

/**
 * Returns the data of the offer; null where none is made. The browser's subscription alone does not prove that
 * push is on: it outlives the session, and the server deletes one that the push service has ended.
 * @throws as `api` does
 */
async function readOffer(memberId: string): Promise<PushView | null> {
  if (pushSupport() !== "there" || isDeclined(memberId)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  // Asked once a day: each time would cost a request for each conversation.
  if (subscription && isConfirmed(memberId)) return null;
  const push = await api("GET /api/push");
  if (push.publicKey === null) return null;
  if (!push.isOn) return push;
  if (!subscription || !hasKey(subscription, push.publicKey)) {
    if (Notification.permission !== "granted") return push;
    await subscribe(push.publicKey, push.showsText);
  }
  confirm(memberId);
  return null;
}

/** Returns whether a subscription uses the site's key, in base64url. Push services refuse other keys' messages. */
function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  const key = options.applicationServerKey;
  if (key === null) return false;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === publicKey;
}

const isConfirmed = (memberId: string): boolean =>
  Date.now() - Number(storedText(confirmedKey(memberId))) < DAY_MS;

/** Where storage is full, the next conversation asks again. */
const confirm = (memberId: string) => storeText(confirmedKey(memberId), String(Date.now()));

function isDeclined(memberId: string): boolean {
  try {
    return localStorage.getItem(declinedKey(memberId)) !== null;
  } catch {
    // Without storage an answer could not be remembered.
    return true;
  }
}

/** Where storage is full, the offer comes again. */
const decline = (memberId: string) => storeText(declinedKey(memberId), "1");
