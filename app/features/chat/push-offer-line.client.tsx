import { useEffect, useState } from "react";
import type { PushView } from "~/contract/push";
import { api } from "~/features/api/client";
import { pushSupport, turnPushOn } from "~/features/push/this-device";
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

/** Offers push notifications in one line of a chat, where they can be turned on. A default export, as other parts on demand. */
export default function PushOfferLine({ name, memberId, onDone }: PushOfferProps) {
  const [push, setPush] = useState<PushView | null>(null);
  const [isBusy, setIsBusy] = useState(false);
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
  if (push === null) return null;
  const { publicKey, showsText } = push;

  function close() {
    setPush(null);
    onDone();
  }

  async function turnOn() {
    if (publicKey === null) return;
    setIsBusy(true);
    try {
      const isOn = await turnPushOn(publicKey, showsText);
      if (isOn)
        showToast({ title: "Notifications are on", text: "For this device. Settings turn them off." });
      // A question of the browser that was closed without an answer can come again.
      if (isOn || pushSupport() === "denied") close();
    } catch {
      showToast({ kind: "danger", title: "Push notifications failed", text: "An error occurred" });
    }
    setIsBusy(false);
  }

  return (
    <section
      aria-label="Push notifications"
      className="flex flex-wrap items-center gap-x-2 border-line border-b px-4 py-1.5 text-sm"
    >
      <p className="min-w-48 flex-1 text-muted">
        Know when <bdi>{name}</bdi> answers, also when Afterglow is closed.
      </p>
      <Button look="plain" size="small" busy={isBusy} busyLabel="Saving..." onClick={() => void turnOn()}>
        Turn on notifications
      </Button>
      <Button
        look="plain"
        size="small"
        className="text-muted"
        onClick={() => {
          decline(memberId);
          close();
        }}
      >
        Not now
      </Button>
    </section>
  );
}

/** Returns what the offer needs; null where it is not made. @throws as `api` does */
async function readOffer(memberId: string): Promise<PushView | null> {
  if (pushSupport() !== "there" || isDeclined(memberId)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  // They are on: asking the server would cost a request for each conversation.
  if (await registration?.pushManager.getSubscription()) return null;
  const push = await api("GET /api/push");
  return push.publicKey === null || push.isOn ? null : push;
}

function isDeclined(memberId: string): boolean {
  try {
    return localStorage.getItem(declinedKey(memberId)) !== null;
  } catch {
    // Without storage an answer could not be remembered.
    return true;
  }
}

function decline(memberId: string): void {
  try {
    localStorage.setItem(declinedKey(memberId), "1");
  } catch {
    // Storage is full: the offer comes again.
  }
}
