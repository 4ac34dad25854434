import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUp, House } from "lucide-react";
import { type CSSProperties, memo, Suspense, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { FEED_DOCUMENT_POSTS } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { NOTHING_NEW } from "~/contract/texts";
import { itemsOf, type LoadedPage, type PagerPhase } from "~/features/api/pager";
import { estimatedHeight, PostCard } from "~/features/post/post-card";
import { useViewer } from "~/features/session/viewer";
import { areStepsOver } from "~/features/welcome/steps-over";
import { Button, ButtonLink } from "~/ui/button";
import { lazyPart } from "~/ui/lazy-part";
import { onNearViewport } from "~/ui/on-near-viewport";
import { useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";
import { EmptyState } from "~/ui/states";
import { FeedSkeleton } from "./feed-skeleton";
import type { Feed } from "./feed-store";
import { useFeed } from "./use-feed";
import { useFeedKeys } from "./use-feed-keys";
import { useScrollAnchor } from "./use-scroll-anchor";

const loadNewcomer = retryImport(() => import("~/features/welcome/newcomer.client"));
const KeysDialog = lazyPart(() => import("./keys-dialog.client"));

/** Distance below the viewport, in pixels, at which the next page is fetched. */
const PRELOAD_MARGIN = 1600;

interface Props {
  feed: Feed;
  isHead: boolean;
  isCached?: boolean;
}

/** The feed's cards, newest first; loads pages while the reader scrolls (docs/product.md#feed). */
export function FeedList({ feed: initial, isHead, isCached = false }: Props) {
  const { t } = useLingui();
  const { feed, loadMore, newerCount, showNewer, isRefreshing } = useFeed(initial, { isHead, isCached });
  const list = useRef<HTMLDivElement>(null);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useScrollAnchor(list, { feed, loadMore });
  const { pages, next, phase } = feed;
  const posts = itemsOf(feed);
  useFeedKeys(list, posts, () => setIsHelpOpen(true));
  const count = posts.length;

  function toTop() {
    // The button unmounts, so the focus moves to the first new post.
    flushSync(showNewer);
    list.current?.querySelector<HTMLElement>("[data-post]")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }
  return (
    <>
      <NewPosts count={newerCount} isLoading={isRefreshing} onShow={toTop} />
      {count === 0 && !next && <NoPosts />}
      {count > 0 && (
        <div
          ref={list}
          role="feed"
          aria-label={t`Posts`}
          aria-busy={phase === "loading"}
          className="py-4 md:py-6"
        >
          {pages.map((page, index) => (
            <FeedPage
              key={page.key}
              page={page}
              isFirst={index === 0}
              before={pages.slice(0, index).reduce((sum, { items }) => sum + items.length, 0)}
              total={next ? -1 : count}
            />
          ))}
        </div>
      )}
      {next && <LoadMore cursor={next} phase={phase} load={loadMore} />}
      {!next && count > 0 && <CaughtUp />}
      {isHead && !next && <ForNewcomers posts={posts} />}
      {isHelpOpen && (
        <Suspense>
          <KeysDialog onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function CaughtUp() {
  return (
    <p className="pt-2 pb-8 text-center text-muted">
      <span className="title block text-ink text-lg">
        <Trans>You're all caught up</Trans>
      </span>
      <Trans>You have seen all posts from your connections.</Trans>
    </p>
  );
}

/** First steps, people and posts for a new member, whose feed is short. Others do not load its code. */
function ForNewcomers({ posts }: { posts: readonly PostView[] }) {
  const { length } = posts;
  const viewerId = useViewer()?.id;
  const [Newcomer, load] = useQuietPart(loadNewcomer);
  const isNew =
    viewerId !== undefined && (length === 0 || (length < FEED_DOCUMENT_POSTS && !areStepsOver(viewerId)));
  useEffect(() => {
    if (isNew) load();
  }, [isNew, load]);
  return isNew && Newcomer && <Newcomer authors={posts.map(({ userId }) => userId)} />;
}

/**
 * The cards of one page. Off screen the browser skips the page as a whole, so a scrolled frame costs the same for any
 * number of loaded cards (CSS `content-visibility`). Wider than its cards by their focus ring, which would be clipped.
 */
const FeedPage = memo(function FeedPage({
  page: { items },
  isFirst,
  before,
  total,
}: {
  page: LoadedPage<PostView>;
  isFirst: boolean;
  /** Number of cards before the page. */
  before: number;
  total: number;
}) {
  const offScreen: CSSProperties = {
    contentVisibility: "auto",
    containIntrinsicSize: `auto 560px auto calc(${items.map((post) => `${estimatedHeight(post)} + 2rem`).join(" + ")})`,
  };
  return (
    <div style={isFirst ? undefined : offScreen} className="*:mb-6 md:-mx-1 md:px-1 md:*:mb-8">
      {items.map((post, index) => (
        // The page is hydrated before its cards; a card that is pressed, before the others.
        <Suspense key={post.id}>
          <PostCard
            post={post}
            isFirst={isFirst && index === 0}
            position={before + index + 1}
            total={total}
          />
        </Suspense>
      ))}
    </div>
  );
});

function NoPosts() {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<House aria-hidden />}
      title={t`No Posts Yet`}
      text={t`Connect with people or create your first post to see content here.`}
      action={
        <div className="flex gap-3">
          <ButtonLink to="/post">
            <Trans>Create post</Trans>
          </ButtonLink>
          <ButtonLink to="/explore" variant="quiet">
            <Trans>Explore</Trans>
          </ButtonLink>
        </div>
      }
    />
  );
}

/** The "new posts" button: the feed inserts new posts only when it is pressed, so that reading is not interrupted. */
function NewPosts({
  count,
  isLoading,
  onShow,
}: {
  count: number;
  /** The member has asked for new posts. */
  isLoading: boolean;
  onShow: () => void;
}) {
  const { t } = useLingui();
  return (
    <div role="status" className="pointer-events-none sticky top-20 z-30 flex h-0 justify-center">
      {(count > 0 || isLoading) && (
        <Button
          size="small"
          busy={isLoading}
          busyLabel={t`Loading...`}
          onClick={onShow}
          className="pointer-events-auto h-9 animate-rise rounded-full shadow-soft"
        >
          <ArrowUp aria-hidden />
          <span>
            {count >= 20
              ? t`20+ new posts`
              : t({ message: plural(count, { one: "# new post", other: "# new posts" }) })}
          </span>
        </Button>
      )}
    </div>
  );
}

/** Fetches the next page near the end of the list. Before hydration it is a link to that page. */
function LoadMore({ cursor, phase, load }: { cursor: string; phase: PagerPhase; load: () => Promise<void> }) {
  const { t } = useLingui();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phase !== "idle" || !end.current) return;
    return onNearViewport(end.current, PRELOAD_MARGIN, () => void load());
  }, [phase, load]);
  return (
    <div ref={end}>
      {phase === "loading" && <FeedSkeleton />}
      {phase === "failed" && (
        <div role="alert" className="grid justify-items-center gap-3 pb-8">
          <p className="text-muted">
            <Trans>Failed to load posts. Please try again later.</Trans>
          </p>
          <Button variant="quiet" onClick={() => void load()}>
            <Trans>Retry</Trans>
          </Button>
        </div>
      )}
      {phase === "paused" && (
        <div role="status" className="grid justify-items-center gap-3 pb-8">
          <p className="text-muted">{t(NOTHING_NEW)}</p>
          <Button variant="quiet" onClick={() => void load()}>
            <Trans>Keep looking</Trans>
          </Button>
        </div>
      )}
      {phase === "idle" && (
        <p className="flex justify-center pb-8">
          <ButtonLink variant="quiet" to={`?cursor=${cursor}`}>
            <Trans>Older posts</Trans>
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
