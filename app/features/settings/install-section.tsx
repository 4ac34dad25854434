import { Trans, useLingui } from "@lingui/react/macro";
import { useStore } from "@nanostores/react";
import { site } from "~/contract/site-name";
import { $install } from "~/features/session/install";
import { Button } from "~/ui/button";
import { useHydrated } from "~/ui/use-hydrated";
import { Section } from "./section";

/** Offers to install Afterglow as an app where this browser can, and says how on an iPhone or iPad. */
export function InstallSection() {
  const { t } = useLingui();
  const offer = useStore($install, { ssr: "initial" });
  // Only Safari on iPhones and iPads knows `standalone`: false in a tab, true in the app of the Home Screen.
  const isOnPhone = useHydrated() && "standalone" in navigator && navigator.standalone === false;
  if (!offer && !isOnPhone) return null;
  return (
    <Section
      option="app"
      text={
        offer
          ? t`Installed, ${site} has an icon and a window of its own.`
          : t`Tap Share, then Add to Home Screen. ${site} then has an icon and a window of its own, and can send notifications.`
      }
    >
      {offer && (
        <Button variant="quiet" onClick={offer.ask}>
          <Trans>Install {site}</Trans>
        </Button>
      )}
    </Section>
  );
}
