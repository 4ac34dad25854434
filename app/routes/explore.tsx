import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { readExplore } from "~/domain/explore/read-explore";
import { DiscoverPage } from "~/features/search/discover-page";
import { useViewer } from "~/features/session/viewer";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/explore";

export const handle = { title: msg`Explore`, cachesPage: true };

export async function loader({ context, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get("cursor");
  return { explored: await onMemberPage(context, (ctx) => readExplore(ctx, cursor)) };
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  const viewer = useViewer();
  return viewer && <DiscoverPage memberId={viewer.id} {...loaderData} />;
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load posts. Please try again later.`} />;
}
