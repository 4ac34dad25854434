import { useLingui } from "@lingui/react/macro";
import { ExportLink } from "~/features/settings/export-link";
import { handleOf, pathOf } from "~/features/settings/options";
import { Row, Rows } from "~/features/settings/row";
import { Section } from "~/features/settings/section";
import { SettingsPage } from "~/features/settings/settings-page";

export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("data");

export default function Data() {
  const { t } = useLingui();
  return (
    <SettingsPage of="data">
      <Section option="export" text={t`A zip file with your profile, posts, comments, messages and photos.`}>
        <ExportLink />
      </Section>
      <Rows>
        <Row to={pathOf("import")} title={t`Import photos`} line={t`From Instagram or Pixelfed`} />
      </Rows>
    </SettingsPage>
  );
}
