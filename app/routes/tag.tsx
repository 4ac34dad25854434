import { Hash } from "lucide-react";
import { GRID_PAGE } from "~/contract/limits";
import { listTaggedPosts } from "~/domain/posts/list-tagged-posts";
import { apiPage } from "~/features/api/client";
import { EndlessGrid } from "~/features/grid/endless-grid";
import { onMemberPage } from "~/page-context";
import { ButtonLink } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/states";
import type { Route } from "./+types/tag";

export const meta: Route.MetaFunction = ({ params }) => [{ title: `#${params.tag} · Afterglow` }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const cursor = new URL(request.url).searchParams.get("cursor");
  const page = await onMemberPage(context, (ctx) =>
    listTaggedPosts(ctx, params.tag, { cursor, limit: GRID_PAGE }),
  );
  return { page, cursor };
}

export default function Tag({ loaderData: { page, cursor }, params: { tag } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-4xl py-6 md:px-4">
      <h1 className="title wrap-anywhere mb-5 px-4 text-3xl md:px-0">#{tag}</h1>
      <EndlessGrid
        key={`${tag} ${cursor}`}
        name={`#${tag}`}
        first={page}
        load={(older) =>
          apiPage("GET /api/tags/{tag}/posts", {
            params: { tag },
            query: { cursor: older, limit: GRID_PAGE },
          })
        }
        linkTo={(older) => `?cursor=${older}`}
        empty={
          <EmptyState
            icon={<Hash aria-hidden />}
            title="No Posts Yet"
            text="Nobody has shared a photo with this tag yet."
            action={<ButtonLink to="/feed">Back to feed</ButtonLink>}
          />
        }
      />
    </div>
  );
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load posts. Please try again later." />;
}
