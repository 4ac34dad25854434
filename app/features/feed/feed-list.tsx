import { ArrowUp, Images } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { PostCard } from "~/features/post/post-card";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/states";
import { whenNear } from "~/ui/when-near";
import { FeedSkeleton } from "./feed-skeleton";
import type { FeedPage } from "./feed-store";
import { KeysDialog } from "./keys-dialog";
import { useFeed } from "./use-feed";
import { useFeedKeys } from "./use-feed-keys";
import { usePlace } from "./use-place";

/** How far ahead of the reader, in pixels, the next page is asked for. */
const AHEAD = 1600;

/** The feed's cards, newest first and without end, or what the spec says when there are none. */
export function FeedList({
  feed: initial,
  isHead,
  isKept = false,
}: {
  feed: FeedPage;
  isHead: boolean;
  isKept?: boolean;
}) {
  const { feed, more, loadMore, newer, showNewer } = useFeed(initial, { isHead, isKept });
  const list = useRef<HTMLDivElement>(null);
  const [helping, setHelping] = useState(false);
  usePlace(list);
  useFeedKeys(
    list,
    useCallback(() => setHelping(true), []),
  );
  const { items, next } = feed;

  function toTop() {
    showNewer();
    window.scrollTo({ top: 0 });
  }
  return (
    <>
      <NewPosts count={newer} onShow={toTop} />
      {items.length === 0 ? (
        <NoPosts />
      ) : (
        <div
          ref={list}
          role="feed"
          aria-label="Posts"
          aria-busy={more === "loading"}
          className="space-y-6 py-4 md:space-y-8 md:py-6"
        >
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
      )}
      {next && <More cursor={next} state={more} load={loadMore} />}
      {!next && items.length > 0 && (
        <p className="pt-2 pb-8 text-center text-muted">
          <span className="title block text-ink text-lg">You're all caught up</span>
          That was everything from your circle.
        </p>
      )}
      <KeysDialog open={helping} onOpenChange={setHelping} />
    </>
  );
}

function NoPosts() {
  return (
    <EmptyState
      icon={<Images aria-hidden />}
      title="No Posts Yet"
      text="Connect with people or create your first post to see content here."
      action={<ButtonLink to="/post">Create post</ButtonLink>}
    />
  );
}

/** New posts wait here: the feed never moves under its reader. */
function NewPosts({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-20 z-30 flex h-0 justify-center">
      {count > 0 && (
        <Button
          size="small"
          onClick={onShow}
          className="pointer-events-auto h-9 animate-rise rounded-full shadow-soft"
        >
          <ArrowUp aria-hidden />
          {count >= 20 ? "20+" : count} new post{count === 1 ? "" : "s"}
        </Button>
      )}
    </div>
  );
}

/** The way on: loads by itself when the reader comes near; before JavaScript it is a link. */
function More({
  cursor,
  state,
  load,
}: {
  cursor: string;
  state: "idle" | "loading" | "failed";
  load: () => Promise<void>;
}) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state !== "idle" || !end.current) return;
    return whenNear(end.current, AHEAD, () => void load());
  }, [state, load]);
  return (
    <div ref={end}>
      {state === "loading" && <FeedSkeleton />}
      {state === "failed" && (
        <div role="alert" className="grid justify-items-center gap-3 pb-8">
          <p className="text-muted">Failed to load posts. Please try again later.</p>
          <Button look="quiet" onClick={() => void load()}>
            Retry
          </Button>
        </div>
      )}
      {state === "idle" && (
        <p className="flex justify-center pb-8">
          <ButtonLink look="quiet" to={`?cursor=${cursor}`}>
            Older posts
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
