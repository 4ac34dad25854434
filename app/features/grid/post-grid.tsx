import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { GalleryHorizontalEnd, Heart, MessageCircle } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useViewTransitionState } from "react-router";
import type { ProfilePost } from "~/contract/accounts";
import { useIsCovered } from "~/features/post/covered-photo";
import { classNames } from "~/ui/class-names";
import { arrowStep } from "~/ui/direction";
import { Photo } from "~/ui/photo";
import { PlainLink } from "~/ui/plain-link";
import { CoveredTile, ShowTileButton } from "./covered-tile";

const COLUMNS = 3;

/**
 * Photos in three columns. A tile shows its counts on hover and focus, and always on touch screens. The arrow keys move
 * the focus between tiles.
 * @param caption returns what is shown below a tile
 */
export function PostGrid<T extends ProfilePost>({
  posts,
  caption,
}: {
  posts: readonly T[];
  caption?: (post: T) => ReactNode;
}) {
  return (
    <ul className="grid grid-cols-3 gap-0.5 md:gap-1" onKeyDown={moveFocus}>
      {posts.map((post) => (
        <Tile key={post.id} post={post} caption={caption?.(post)} />
      ))}
    </ul>
  );
}

function Tile({ post, caption }: { post: ProfilePost; caption: ReactNode }) {
  const { t } = useLingui();
  const isCovered = useIsCovered(post);
  const { photoCount: count, likeCount, commentCount } = post;
  const box = useRef<HTMLLIElement>(null);
  return (
    <li ref={box} tabIndex={-1} className="relative min-w-0">
      <PlainLink to={`/post/${post.id}`} viewTransition className="group relative block">
        <TilePhoto post={post} isCovered={isCovered} />
        {count > 1 && (
          <span
            className={classNames(
              "absolute top-2 text-white drop-shadow-[0_1px_3px_rgb(0_0_0/0.6)]",
              // A covered tile has its button there.
              isCovered ? "start-2" : "end-2",
            )}
          >
            <GalleryHorizontalEnd aria-hidden className="size-5" />
            <span className="sr-only">
              {t({ message: plural(count, { one: "# photo", other: "# photos" }) })}
            </span>
          </span>
        )}
        {/* Touch screens have no hover, so the counts are always shown at the photo's bottom edge. */}
        <span className="on-dusk figures absolute inset-0 flex items-center justify-center gap-5 bg-scrim font-semibold text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:top-auto pointer-coarse:justify-start pointer-coarse:gap-2.5 pointer-coarse:bg-linear-to-t pointer-coarse:from-scrim pointer-coarse:to-transparent pointer-coarse:bg-transparent pointer-coarse:px-2 pointer-coarse:pt-6 pointer-coarse:pb-1.5 pointer-coarse:text-xs pointer-coarse:opacity-100 pointer-coarse:[&_svg]:size-3.5">
          <span className="flex items-center gap-1.5">
            <Heart aria-hidden className="size-5" />
            <Count
              count={likeCount}
              text={t({ message: plural(likeCount, { one: "# like", other: "# likes" }) })}
            />
          </span>
          <span className="flex items-center gap-1.5">
            <MessageCircle aria-hidden className="size-5" />
            <Count
              count={commentCount}
              text={t({ message: plural(commentCount, { one: "# comment", other: "# comments" }) })}
            />
          </span>
        </span>
      </PlainLink>
      {isCovered && <ShowTileButton id={post.id} box={box} />}
      {caption}
    </li>
  );
}

/** A number, which a screen reader reads with its noun. */
function Count({ count, text }: { count: number; text: ReactNode }) {
  return (
    <>
      <span aria-hidden>{count}</span>
      <span className="sr-only">{text}</span>
    </>
  );
}

/** A tile's photo. While its post opens, a view transition enlarges it into the post's photo. */
function TilePhoto({ post, isCovered }: { post: ProfilePost; isCovered: boolean }) {
  const isOpening = useViewTransitionState(`/post/${post.id}`);
  const photo = {
    photo: post,
    sizes: "(min-width: 1024px) 330px, 33vw",
    transitionName: isOpening ? `photo-${post.id}` : undefined,
  };
  return isCovered ? <CoveredTile {...photo} /> : <Photo {...photo} shape="square" />;
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const tiles = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("li > a:first-child")];
  // A target that is no tile has the index -1.
  const index = tiles.indexOf(event.target as HTMLAnchorElement);
  const step = arrowStep(event.key, event.currentTarget);
  const to: Record<string, number> = {
    ArrowLeft: index + step,
    ArrowRight: index + step,
    ArrowUp: index - COLUMNS,
    ArrowDown: index + COLUMNS,
    Home: 0,
    End: tiles.length - 1,
  };
  const tile = tiles[to[event.key] ?? -1];
  if (index < 0 || !tile) return;
  event.preventDefault();
  tile.focus();
}
