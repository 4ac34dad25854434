import { Trans, useLingui } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { STORY_PLACEHOLDERS } from "~/contract/limits";
import { useViewer } from "~/features/session/viewer";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { scrolledBy } from "~/ui/direction";
import { useInWideWindow, useQuietPart } from "~/ui/quiet-part";
import { retryImport } from "~/ui/retry-import";
import { Loading, Skeleton } from "~/ui/skeleton";
import { showToast } from "~/ui/toast";
import { loadMoreStories, retryStories, useStories } from "./use-stories";

const loadArrows = retryImport(() => import("./stories-arrows.client"));

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
  const { strip, measure } = useFurtherMembers(members.length);
  const [Arrows, wantArrows] = useQuietPart(loadArrows);
  useInWideWindow("(width >= 48rem)", wantArrows);
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
      {Arrows && <Arrows strip={strip} count={members.length} />}
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
        <Button variant="quiet" size="small" onClick={retryStories}>
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

/** Loads further members near the end of the strip. @returns its ref, and what to call when it is scrolled */
function useFurtherMembers(length: number) {
  const strip = useRef<HTMLUListElement>(null);
  const measure = useCallback(() => {
    if (!strip.current) return;
    const { clientWidth, scrollWidth } = strip.current;
    const hidden = scrollWidth - clientWidth;
    if (hidden > 0 && hidden - scrolledBy(strip.current) < NEAR_END) void loadMoreStories();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width changes with the number of members.
  useEffect(() => {
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [measure, length]);
  return { strip, measure };
}
