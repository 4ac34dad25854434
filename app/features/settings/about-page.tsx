import { useLingui } from "@lingui/react/macro";
import { InstallSection } from "./install-section";
import { pathOf } from "./options";
import { Row, Rows } from "./row";
import { SettingsPage } from "./settings-page";

/** Renders what there is to read about Afterglow, and the offer to install it. */
export function AboutPage() {
  const { t } = useLingui();
  return (
    <SettingsPage of="about">
      <InstallSection />
      <Rows>
        <Row to={pathOf("terms")} title={t`Terms`} line={t`What you agreed to`} />
        <Row
          to={pathOf("privacy-policy")}
          title={t`Privacy policy`}
          line={t`What we store, and for how long`}
        />
      </Rows>
    </SettingsPage>
  );
}
