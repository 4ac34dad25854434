import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { listConnected } from "~/domain/connections/list-sides";
import { ConnectionsPage } from "~/features/people/connections-page";
import { ProfileProblem } from "~/features/profile/profile-problem";
import type { CachesPage } from "~/features/shell/cache-pages";
import { onMemberPage } from "~/page-context";
import type { TitleHandle } from "~/ui/page-title";
import type { Route } from "./+types/connections";

export const handle: TitleHandle & CachesPage = { title: ({ username = "" }) => username, cachesPage: true };

/** Both lists of a member: the address ends with the direction (app/routes.ts). */
export async function loader({ context, params: { username }, url }: Route.LoaderArgs) {
  const direction = url.pathname.endsWith("/connecting") ? "connecting" : "connected";
  const [query, cursor] = [(url.searchParams.get("q") ?? "").trim(), url.searchParams.get("cursor")];
  const page = await onMemberPage(context, (ctx) =>
    listConnected(ctx, { username, direction, query, page: { cursor, limit: PAGE_LIMIT_DEFAULT } }),
  );
  return { page, cursor, query, direction } as const;
}

export default function Connections({ loaderData, params }: Route.ComponentProps) {
  return <ConnectionsPage {...loaderData} username={params.username} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileProblem error={error} />;
}
