import { InstallSection } from "./install-section";
import { pathOf } from "./options";
import { Row, Rows } from "./row";
import { SettingsPage } from "./settings-page";

/** Renders what there is to read about Afterglow, and the offer to install it. */
export function AboutPage() {
  return (
    <SettingsPage of="about">
      <InstallSection />
      <Rows>
        <Row to={pathOf("terms")} title="Terms" line="What you agreed to" />
        <Row to={pathOf("privacy-policy")} title="Privacy policy" line="What we store, and for how long" />
      </Rows>
    </SettingsPage>
  );
}
