import { Heart, MessageCircle } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Link, useViewTransitionState } from "react-router";
import type { ProfilePost } from "~/contract/accounts";
import { Photo } from "~/ui/photo";

const COLUMNS = 3;

/** Photos in three columns; a tile tells its counts under the pointer and the focus, or, without a pointer, always. The arrow keys go from tile to tile. */
export function PostGrid({ posts }: { posts: readonly ProfilePost[] }) {
  return (
    <ul className="grid grid-cols-3 gap-0.5 md:gap-1" onKeyDown={moveFocus}>
      {posts.map((post) => (
        <li key={post.id}>
          <Link to={`/post/${post.id}`} viewTransition className="group relative block">
            <TilePhoto post={post} />
            {/* Where nothing hovers, the counts stand at the foot of the photo. */}
            <span className="on-dusk figures absolute inset-0 flex items-center justify-center gap-5 bg-scrim font-semibold text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:top-auto pointer-coarse:justify-start pointer-coarse:gap-2.5 pointer-coarse:bg-linear-to-t pointer-coarse:from-scrim pointer-coarse:to-transparent pointer-coarse:bg-transparent pointer-coarse:px-2 pointer-coarse:pt-6 pointer-coarse:pb-1.5 pointer-coarse:text-xs pointer-coarse:opacity-100 pointer-coarse:[&_svg]:size-3.5">
              <span className="flex items-center gap-1.5">
                <Heart aria-hidden className="size-5" />
                {post.likeCount}
                <span className="sr-only">likes</span>
              </span>
              <span className="flex items-center gap-1.5">
                <MessageCircle aria-hidden className="size-5" />
                {post.commentCount}
                <span className="sr-only">comments</span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The tile that is being opened grows into the post's own photo. */
function TilePhoto({ post }: { post: ProfilePost }) {
  const isOpening = useViewTransitionState(`/post/${post.id}`);
  return (
    <Photo
      photo={post}
      shape="square"
      sizes="(min-width: 896px) 290px, 33vw"
      transitionName={isOpening ? `photo-${post.id}` : undefined}
    />
  );
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
  const tiles = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>("li > a")];
  // Something else in the list is not found among them.
  const at = tiles.indexOf(event.target as HTMLAnchorElement);
  const to: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at - COLUMNS,
    ArrowDown: at + COLUMNS,
    Home: 0,
    End: tiles.length - 1,
  };
  const tile = tiles[to[event.key] ?? -1];
  if (at < 0 || !tile) return;
  event.preventDefault();
  tile.focus();
}
