import { ArrowUp, Images } from "lucide-react";
import { type CSSProperties, memo, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { PostCard, restingHeight } from "~/features/post/post-card";
import { Button, ButtonLink } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { EmptyState } from "~/ui/states";
import { whenNear } from "~/ui/when-near";
import { FeedSkeleton } from "./feed-skeleton";
import { type Feed, type FeedPart, postsOf } from "./feed-store";
import { useFeed } from "./use-feed";
import { useFeedKeys } from "./use-feed-keys";
import { usePlace } from "./use-place";

const KeysDialog = lazyPart(() => import("./keys-dialog"));

/** How far ahead of the reader, in pixels, the next page is asked for. */
const AHEAD = 1600;

/** The feed's cards, newest first and without end, or what the spec says when there are none. */
export function FeedList({
  feed: initial,
  isHead,
  isKept = false,
}: {
  feed: Feed;
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
  const { parts, next } = feed;
  const count = postsOf(feed).length;

  function toTop() {
    // The button goes away: the keyboard goes on from what it brought.
    flushSync(showNewer);
    list.current?.querySelector<HTMLElement>("[data-post]")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }
  return (
    <>
      <NewPosts count={newer} onShow={toTop} />
      {count === 0 && !next && <NoPosts />}
      {count > 0 && (
        <div
          ref={list}
          role="feed"
          aria-label="Posts"
          aria-busy={more === "loading"}
          className="py-4 md:py-6"
        >
          {parts.map((part, nth) => (
            <Part
              key={part.key}
              part={part}
              isFirst={nth === 0}
              before={parts.slice(0, nth).reduce((sum, { posts }) => sum + posts.length, 0)}
              total={next ? -1 : count}
            />
          ))}
        </div>
      )}
      {next && <More cursor={next} state={more} load={loadMore} />}
      {!next && count > 0 && (
        <p className="pt-2 pb-8 text-center text-muted">
          <span className="title block text-ink text-lg">You're all caught up</span>
          That was everything from your circle.
        </p>
      )}
      {helping && (
        <Suspense>
          <KeysDialog onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * The cards that came in one reply. Off screen they are one thing to the browser and not twenty, so that a scrolled frame
 * does not cost more for every card that was ever loaded. Wider than its cards by their focus ring, which it would cut.
 */
const Part = memo(function Part({
  part: { posts },
  isFirst,
  before,
  total,
}: {
  part: FeedPart;
  isFirst: boolean;
  /** How many cards stand before it. */
  before: number;
  total: number;
}) {
  const resting: CSSProperties = {
    contentVisibility: "auto",
    containIntrinsicSize: `auto 560px auto calc(${posts.map((post) => `${restingHeight(post)} + 2rem`).join(" + ")})`,
  };
  return (
    <div style={isFirst ? undefined : resting} className="*:mb-6 md:-mx-1 md:px-1 md:*:mb-8">
      {posts.map((post, nth) => (
        <PostCard
          key={post.id}
          post={post}
          isFirst={isFirst && nth === 0}
          place={before + nth + 1}
          total={total}
        />
      ))}
    </div>
  );
});

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
