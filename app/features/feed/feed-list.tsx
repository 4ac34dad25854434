import { Images } from "lucide-react";
import type { PostView } from "~/contract/posts";
import { PostCard } from "~/features/post/post-card";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";

interface Props {
  feed: { items: PostView[]; next: string | null };
}

/** The cards of one page of the feed, newest first, or what the spec says when there are none. */
export function FeedList({ feed: { items, next } }: Props) {
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Images aria-hidden />}
        title="No Posts Yet"
        text="Connect with people or create your first post to see content here."
        action={<ButtonLink to="/post">Create post</ButtonLink>}
      />
    );
  }
  return (
    <>
      <div role="feed" aria-label="Posts" className="grid gap-6 py-4 md:gap-8 md:py-6">
        {items.map((post, place) => (
          <PostCard
            key={post.id}
            post={post}
            isFirst={place === 0}
            place={place + 1}
            total={next ? -1 : items.length}
          />
        ))}
      </div>
      {next && (
        <p className="flex justify-center pb-8">
          <ButtonLink look="quiet" to={`?cursor=${next}`}>
            Older posts
          </ButtonLink>
        </p>
      )}
    </>
  );
}
