import { useLingui } from "@lingui/react/macro";
import { type ReactElement, type ReactNode, useEffect, useState } from "react";
import { type Location, useNavigation } from "react-router";
import { classNames } from "~/ui/class-names";
import { useRouter } from "~/ui/router/router";
import { Loading, PostCardSkeleton, RowSkeletons, Skeleton, TileSkeletons } from "~/ui/skeleton";

const titled = (content: ReactElement) => (
  <>
    <Skeleton className="mt-12 mb-9 h-7 w-48 md:mt-14" />
    <div>{content}</div>
  </>
);
const rows = titled(
  <div className="max-w-2xl">
    <RowSkeletons count={5} />
  </div>,
);
const tiles = titled(
  <div className="grid grid-cols-3 gap-0.5 max-md:-mx-4 md:gap-1">
    <TileSkeletons count={9} />
  </div>,
);
const card = (
  <div className="mx-auto mt-6 max-w-[560px] max-md:-mx-4 min-[1200px]:mx-0">
    <PostCardSkeleton />
  </div>
);
const stage =
  "mt-12 max-h-(--photo-cap) max-lg:-mx-4 stage:absolute stage:inset-y-0 stage:start-0 stage:end-(--post-side) stage:m-0 stage:max-h-none";
const photo = <Skeleton shape="square" className={classNames("aspect-4/3 stage:aspect-auto", stage)} />;

/** Returns the loaded photo of the tile or card that links to a post, placed as on the post's page; else undefined. */
function photoOf(pathname: string): ReactNode {
  const link = `#content a[href="${CSS.escape(pathname)}"]`;
  const src = document.querySelector<HTMLImageElement>(`${link} img`)?.currentSrc;
  return src ? (
    <div className={stage}>
      <img
        src={src}
        alt=""
        className="max-h-(--photo-cap) w-full object-contain stage:h-full stage:max-h-none"
      />
    </div>
  ) : undefined;
}

/** The placeholders of member pages by the first part of their paths. Others, such as a visitor's page, have none. */
const contents: Record<string, ReactNode> = {
  ai: rows,
  chat: rows,
  collections: tiles,
  explore: tiles,
  feed: card,
  moderation: rows,
  notifications: rows,
  post: photo,
  profile: tiles,
  requests: rows,
  search: tiles,
  settings: rows,
  tag: tiles,
};

/** A page that arrives sooner shows no placeholders. */
const WAIT_MS = 150;

/**
 * Covers the page with the next one's placeholders while a navigation loads it, from 150 ms on. Not while a page whose
 * data has arrived renders. The page below keeps its state and scroll position until the next one replaces it.
 */
export function PageSkeleton() {
  const { t } = useLingui();
  const { location, formMethod = "GET" } = useNavigation();
  const isSlow = useIsSlow(location);
  const [, first = "", , part] = location?.pathname.split("/") ?? [];
  // A form that writes shows its progress itself.
  if (!location || !isSlow || formMethod !== "GET") return null;
  // The lists of a member or of a post.
  const content = part ? rows : (first === "post" && photoOf(location.pathname)) || contents[first];
  if (!content) return null;
  return (
    <div className="safe-x fixed inset-x-0 top-(--top-bar) bottom-0 z-20 overflow-hidden bg-paper">
      <Loading label={t`Loading the page`} className="mx-auto block max-w-5xl px-4">
        {content}
      </Loading>
    </div>
  );
}

/** Returns whether the next page's data is late. Reads the router's state: React's still has a rendering page. */
function useIsSlow(location: Location | undefined): boolean {
  const router = useRouter();
  const [slow, setSlow] = useState<Location>();
  useEffect(() => {
    if (!location) return;
    const timer = setTimeout(() => {
      if (router?.state.navigation.location === location) setSlow(location);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [router, location]);
  return slow !== undefined && slow === location;
}
