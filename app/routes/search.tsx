import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { GRID_PAGE } from "~/contract/limits";
import type { MemberCtx } from "~/domain/context";
import { readExplore } from "~/domain/explore/read-explore";
import { searchMembers } from "~/domain/search/search-members";
import { searchPosts } from "~/domain/search/search-posts";
import { searchTags } from "~/domain/search/search-tags";
import { suggestMembers } from "~/domain/search/suggest-members";
import { type Discovered, DiscoverPage } from "~/features/search/discover-page";
import type { Found } from "~/features/search/search-results";
import { useViewer } from "~/features/session/viewer";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/search";

/** The title does not contain the query, which browsers would show in the history. */
export const handle = { title: msg`Search`, cachesPage: true };

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs): Promise<Discovered> {
  const query = (searchParams.get("q") ?? "").trim();
  const cursor = searchParams.get("cursor") || null;
  const isPeopleOnly = searchParams.get("show") === "people";
  return onMemberPage(context, async (ctx) => {
    if (query) return { found: await find(ctx, { query, cursor, isPeopleOnly }) };
    if (isPeopleOnly) return { people: await suggestMembers(ctx) };
    return { explored: await readExplore(ctx, cursor) };
  });
}

/** Returns the results of a query. Further pages have posts alone. */
async function find(
  ctx: MemberCtx,
  { query, cursor, isPeopleOnly }: Pick<Found, "query" | "cursor" | "isPeopleOnly">,
): Promise<Found> {
  const [users, tags, posts] = await Promise.all([
    cursor ? [] : searchMembers(ctx, query),
    cursor || isPeopleOnly ? [] : searchTags(ctx, query),
    isPeopleOnly ? { items: [], next: null } : searchPosts(ctx, query, { cursor, limit: GRID_PAGE }),
  ]);
  return { query, cursor, isPeopleOnly, users, tags, posts };
}

export default function Search({ loaderData }: Route.ComponentProps) {
  const viewer = useViewer();
  return viewer && <DiscoverPage memberId={viewer.id} {...loaderData} />;
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`An error occurred while searching. Please try again.`} />;
}
