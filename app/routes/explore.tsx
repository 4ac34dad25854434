import { GRID_PAGE } from "~/contract/limits";
import { listFollowedTags } from "~/domain/explore/follow-tag";
import { listExplorePosts } from "~/domain/explore/list-explore-posts";
import { listTrendingTags } from "~/domain/explore/trending-tags";
import { suggestMembers } from "~/domain/search/suggest-members";
import { ExplorePage } from "~/features/explore/explore-page";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/explore";

export const meta: Route.MetaFunction = () => [{ title: "Explore · Afterglow" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const cursor = url.searchParams.get("cursor");
  return onMemberPage(context, async (ctx) => {
    const [page, suggestions, followedTags, trendingTags] = await Promise.all([
      listExplorePosts(ctx, { cursor, limit: GRID_PAGE }),
      cursor ? [] : suggestMembers(ctx),
      cursor ? [] : listFollowedTags(ctx),
      cursor ? [] : listTrendingTags(ctx),
    ]);
    return { page, suggestions, followedTags, trendingTags, cursor };
  });
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  return <ExplorePage {...loaderData} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load posts. Please try again later." />;
}
