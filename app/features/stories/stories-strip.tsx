import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { STORIES_SCROLL_PX, STORY_PLACEHOLDERS } from "~/contract/limits";
import { useViewer } from "~/features/session/viewer";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { isRightToLeft } from "~/ui/direction";
import { Loading, Skeleton } from "~/ui/skeleton";
import { showToast } from "~/ui/toast";
import { loadMoreStories, retryStories, useStories } from "./use-stories";

/** Distance from the end of the strip, in pixels, at which further members are loaded. */
const NEAR_END = 600;

/**
 * "Your story" and one ring per connection (docs/product.md#stories). Its height is the same with and without
 * connections, at each text size: the cards below must not move under a finger.
 */
export function StoriesStrip() {
  const { t } = useLingui();
  const viewer = useViewer();
  const { phase, members } = useStories();
  const { strip, canScroll, measure, scroll } = useArrows(members.length);
  const comingSoon = (text: string) => showToast({ title: t`Coming Soon`, text });
  if (!viewer) return null;
  return (
    <section
      aria-label={t({ message: "Stories", comment: "Posts that are shown for a day, as in other apps" })}
      className="relative border-line border-b md:border-b-0 print:hidden"
    >
      <ul
        ref={strip}
        onScroll={measure}
        className="flex gap-1 overflow-x-auto overscroll-x-contain scroll-smooth px-3 [scrollbar-width:none] pt-4 pb-2 md:px-1"
      >
        <Story label={t`Your story`} onPress={() => comingSoon(t`The story feature is coming soon!`)}>
          <span className="relative p-[5px]">
            <Avatar name={viewer.fullName} image={viewer.profileImage} size="lg" />
            <span className="absolute end-0 bottom-0 rounded-full border-2 border-paper bg-ink p-[2px] text-paper">
              <Plus aria-hidden className="size-[14px]" strokeWidth={3} />
            </span>
          </span>
        </Story>
        {members.map(({ id, username, fullName, profileImage }) => (
          <Story
            key={id}
            label={<bdi translate="no">{username}</bdi>}
            onPress={() => comingSoon(t`Viewing ${username}'s story will be available soon!`)}
          >
            <Avatar name={fullName} image={profileImage} size="lg" ring />
          </Story>
        ))}
        {phase === "loading" && <StorySkeletons />}
        {phase === "failed" && <StoriesError />}
      </ul>
      {canScroll.left && (
        <Arrow side="left" label={t`Scroll stories left`} onPress={() => scroll(-STORIES_SCROLL_PX)} />
      )}
      {canScroll.right && (
        <Arrow side="right" label={t`Scroll stories right`} onPress={() => scroll(STORIES_SCROLL_PX)} />
      )}
    </section>
  );
}

function StorySkeletons() {
  const { t } = useLingui();
  return (
    <li className="shrink-0">
      <Loading label={t`Loading stories`} className="flex gap-1">
        {Array.from({ length: STORY_PLACEHOLDERS }, (_, story) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike and never move.
          <div key={story} className="flex w-20 flex-col items-center gap-1 py-1">
            <Skeleton shape="round" className="size-[66px]" />
            <div className="flex h-lh w-full items-center justify-center text-sm">
              <Skeleton className="h-2.5 w-12" />
            </div>
          </div>
        ))}
      </Loading>
    </li>
  );
}

function StoriesError() {
  return (
    <li className="shrink-0">
      <div role="alert" className="flex h-full items-center gap-3 whitespace-nowrap px-3 text-muted">
        <Trans>Failed to load stories.</Trans>
        <Button look="quiet" size="small" onClick={retryStories}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    </li>
  );
}

interface StoryProps {
  label: React.ReactNode;
  onPress: () => void;
  children: React.ReactNode;
}

function Story({ label, onPress, children }: StoryProps) {
  return (
    <li className="shrink-0">
      <button
        type="button"
        onClick={onPress}
        className="flex w-20 flex-col items-center gap-1 rounded-control py-1 outline-offset-0 hover:bg-wash"
      >
        {children}
        <span dir="auto" className="w-full truncate text-center text-sm">
          {label}
        </span>
      </button>
    </li>
  );
}

function Arrow({ side, label, onPress }: { side: "left" | "right"; label: string; onPress: () => void }) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className={classNames(
        "touch absolute top-1/2 hidden -translate-y-1/2 items-center justify-center rounded-full border border-line bg-surface shadow-soft hover:bg-wash md:inline-flex",
        side === "left" ? "start-0 rtl:start-auto rtl:end-0" : "end-0 rtl:start-0 rtl:end-auto",
      )}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

/** Returns the directions in which the strip can scroll, and a function that scrolls it. */
function useArrows(length: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [canScroll, setCanScroll] = useState({ left: false, right: false });
  const measure = useCallback(() => {
    if (!strip.current) return;
    const { scrollLeft, clientWidth, scrollWidth } = strip.current;
    const hidden = scrollWidth - clientWidth;
    const left = isRightToLeft(strip.current) ? hidden + scrollLeft : scrollLeft;
    setCanScroll({ left: left > 1, right: left < hidden - 1 });
    if (hidden > 0 && hidden - left < NEAR_END) void loadMoreStories();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width changes with the number of members.
  useEffect(() => {
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [measure, length]);
  const scroll = (by: number) => strip.current?.scrollBy({ left: by });
  return { strip, canScroll, measure, scroll };
}
