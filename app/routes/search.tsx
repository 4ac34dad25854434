import { searchMembers } from "~/domain/search/search-members";
import { SearchResults } from "~/features/search/search-results";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/search";

/** The title does not contain the query, which browsers would show in the history. */
export const meta: Route.MetaFunction = () => [{ title: "Search · Afterglow" }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "").trim();
  return { query, users: await onMemberPage(context, (ctx) => searchMembers(ctx, query)) };
}

export default function Search({ loaderData }: Route.ComponentProps) {
  return <SearchResults query={loaderData.query} users={loaderData.users} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="An error occurred while searching. Please try again." />;
}
