import { Heart } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { PostView } from "~/contract/posts";
import { setLiked } from "./like-and-save";

/** Likes a post on a double tap of its photo, and never unlikes it. The like button does the same by keyboard. */
export function LikeOnDoubleTap({ post, children }: { post: PostView; children: ReactNode }) {
  const [bursts, setBursts] = useState(0);
  function like() {
    setLiked(post, true);
    setBursts((n) => n + 1);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut; the like button is accessible.
    <div onDoubleClick={like} className="relative touch-manipulation select-none">
      {children}
      <HeartBurst count={bursts} />
    </div>
  );
}

/** Animates a large heart each time `count` grows; renders nothing at 0. */
export function HeartBurst({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      key={count}
      aria-hidden
      data-burst
      className="pointer-events-none absolute inset-0 flex animate-burst items-center justify-center"
    >
      <Heart className="size-28 fill-white text-white drop-shadow-[0_4px_24px_rgb(0_0_0/0.35)]" />
    </span>
  );
}
