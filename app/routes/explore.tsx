import { GRID_PAGE } from "~/contract/limits";
import { listExplorePosts } from "~/domain/explore/list-explore-posts";
import { ExplorePage } from "~/features/explore/explore-page";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/explore";

export const meta: Route.MetaFunction = () => [{ title: "Explore · Afterglow" }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor");
  const page = await onMemberPage(context, (ctx) => listExplorePosts(ctx, { cursor, limit: GRID_PAGE }));
  return { page, cursor };
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  return <ExplorePage {...loaderData} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load posts. Please try again later." />;
}
