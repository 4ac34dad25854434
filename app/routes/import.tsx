import { ImportPage } from "~/features/import/import-page";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/import";

export const meta: Route.MetaFunction = () => [{ title: "Import photos · Afterglow" }];

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async ({ viewer }) => ({ keepsOriginals: viewer.keepsOriginals }));
}

export default ImportPage;

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load the import. Please try again later." />;
}
