import { searchMembers } from "~/domain/search/search-members";
import { suggestMembers } from "~/domain/search/suggest-members";
import { SearchPage } from "~/features/search/search-page";
import { useViewer } from "~/features/session/viewer";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/search";

/** The title does not contain the query, which browsers would show in the history. */
export const meta: Route.MetaFunction = () => [{ title: "Search · Afterglow" }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim();
  return onMemberPage(context, async (ctx) => ({
    query,
    users: query ? await searchMembers(ctx, query) : [],
    suggestions: query ? [] : await suggestMembers(ctx),
  }));
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const viewer = useViewer();
  return viewer && <SearchPage memberId={viewer.id} {...loaderData} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="An error occurred while searching. Please try again." />;
}
