import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useReducer, useState } from "react";
import { useRevalidator } from "react-router";
import type { PushView } from "~/contract/push";
import { site } from "~/contract/site-name";
import { pushSupport, subscribe, turnPushOff, turnPushOn } from "~/features/push/this-device";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { showToast } from "~/ui/toast";
import { useHydrated } from "~/ui/use-hydrated";

/** `unknown` until the page is hydrated. */
type Support = "unknown" | ReturnType<typeof pushSupport>;

function useSupport(): [Support, () => void] {
  const isHydrated = useHydrated();
  const [, check] = useReducer((checks: number) => checks + 1, 0);
  return [isHydrated ? pushSupport() : "unknown", check];
}

const whyNot: Record<"missing" | "home-screen" | "denied", MessageDescriptor> = {
  missing: msg`This browser has no push notifications.`,
  "home-screen": msg`On an iPhone or iPad, first add ${site} to the Home Screen (Share, then Add to Home Screen). Open it from there and turn them on.`,
  denied: msg`Your browser blocks notifications from this site. Allow them in the browser's settings for this site, then reload this page.`,
};

/** Renders the switch of push notifications on this device. It needs JavaScript, as they do. */
export function PushDevice({ push: { publicKey, isOn, showsText } }: { push: PushView }) {
  const { t } = useLingui();
  const [support, check] = useSupport();
  const [isBusy, setIsBusy] = useState(false);
  const [showsMore, setShowsMore] = useState(showsText);
  const { revalidate } = useRevalidator();
  if (publicKey === null)
    return (
      <p>
        <Trans>This site sends no push notifications.</Trans>
      </p>
    );
  const key = publicKey;
  if (support !== "unknown" && support !== "there") return <p>{t(whyNot[support])}</p>;

  async function run(work: () => Promise<unknown>) {
    setIsBusy(true);
    try {
      await work();
      await revalidate();
    } catch {
      showToast({ kind: "danger", title: t`Push notifications failed`, text: t`An error occurred` });
    }
    check();
    setIsBusy(false);
  }

  function changeText(shows: boolean) {
    setShowsMore(shows);
    if (isOn) void run(() => subscribe(key, shows, true));
  }

  return (
    <div className={support === "unknown" ? "invisible grid gap-4" : "grid gap-4"}>
      <p role="status">{isOn ? t`On for this device.` : t`Off for this device.`}</p>
      <Checkbox
        label={t`Show the text of messages`}
        checked={showsMore}
        disabled={isBusy}
        onChange={(event) => changeText(event.currentTarget.checked)}
      />
      <Button
        variant={isOn ? "quiet" : "primary"}
        className="justify-self-start"
        busy={isBusy}
        busyLabel={t`Saving...`}
        onClick={() => run(() => (isOn ? turnPushOff() : turnPushOn(key, showsMore)))}
      >
        {isOn ? t`Turn off on this device` : t`Turn on for this device`}
      </Button>
    </div>
  );
}
