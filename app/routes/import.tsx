import { useLingui } from "@lingui/react/macro";
import { ImportPage } from "~/features/import/import-page";
import { handleOf } from "~/features/settings/options";
import { SettingsPage } from "~/features/settings/settings-page";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/import";

export const handle = handleOf("import");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async ({ viewer }) => ({ keepsOriginals: viewer.keepsOriginals }));
}

export default function Import({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <SettingsPage
      of="import"
      text={t`Bring your photos from Instagram or Pixelfed. They become posts with their captions and dates, and nobody is notified. The file stays on your device; only the photos of your posts are uploaded.`}
    >
      <ImportPage {...loaderData} />
    </SettingsPage>
  );
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load the import. Please try again later.`} />;
}
