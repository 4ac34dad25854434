import { Hash } from "lucide-react";
import { TAG_PAGE } from "~/contract/limits";
import { listTaggedPosts } from "~/domain/posts/list-tagged-posts";
import { PostGrid } from "~/features/grid/post-grid";
import { onMemberPage } from "~/page-context";
import { ButtonLink } from "~/ui/button";
import { EmptyState, ErrorState } from "~/ui/states";
import type { Route } from "./+types/tag";

export const meta: Route.MetaFunction = ({ params }) => [{ title: `#${params.tag} · Afterglow` }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = { cursor: new URL(request.url).searchParams.get("cursor"), limit: TAG_PAGE };
  return onMemberPage(context, (ctx) => listTaggedPosts(ctx, params.tag, page));
}

export default function Tag({ loaderData: { items, next }, params }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-4xl py-6 md:px-4">
      <h1 className="title wrap-anywhere mb-5 px-4 text-3xl md:px-0">#{params.tag}</h1>
      {items.length > 0 ? (
        <PostGrid posts={items} />
      ) : (
        <EmptyState
          icon={<Hash aria-hidden />}
          title="No Posts Yet"
          text="Nobody has shared a photo with this tag yet."
          action={<ButtonLink to="/feed">Back to feed</ButtonLink>}
        />
      )}
      {next && (
        <p className="flex justify-center py-8">
          <ButtonLink look="quiet" to={`?cursor=${next}`}>
            Older posts
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load posts. Please try again later." />;
}
