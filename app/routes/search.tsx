import { GRID_PAGE } from "~/contract/limits";
import { searchMembers } from "~/domain/search/search-members";
import { searchPosts } from "~/domain/search/search-posts";
import { searchTags } from "~/domain/search/search-tags";
import { suggestMembers } from "~/domain/search/suggest-members";
import { SearchPage } from "~/features/search/search-page";
import { useViewer } from "~/features/session/viewer";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/search";

/** The title does not contain the query, which browsers would show in the history. */
export const meta: Route.MetaFunction = () => [{ title: "Search · Afterglow" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams;
  const query = (asked.get("q") ?? "").trim();
  const cursor = asked.get("cursor") || null;
  const isPeopleOnly = asked.get("show") === "people";
  return onMemberPage(context, async (ctx) => {
    // Further pages have posts alone.
    const [users, tags, posts, suggestions] = await Promise.all([
      query && !cursor ? searchMembers(ctx, query) : [],
      query && !cursor && !isPeopleOnly ? searchTags(ctx, query) : [],
      query && !isPeopleOnly
        ? searchPosts(ctx, query, { cursor, limit: GRID_PAGE })
        : { items: [], next: null },
      query ? [] : suggestMembers(ctx),
    ]);
    return { query, cursor, isPeopleOnly, users, tags, posts, suggestions };
  });
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const viewer = useViewer();
  return viewer && <SearchPage memberId={viewer.id} {...loaderData} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="An error occurred while searching. Please try again." />;
}
