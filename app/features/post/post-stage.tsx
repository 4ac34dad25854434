import { type CSSProperties, useRef } from "react";
import { frameOf } from "~/contract/post-frame";
import type { Neighbours, PhotoFacts, PostView } from "~/contract/posts";
import { Photo } from "~/ui/photo";
import { AiBadge } from "./ai-badge";
import { AltBadge } from "./alt-badge";
import { CoveredPhoto, useIsCovered } from "./covered-photo";
import { PhotoPress } from "./photo-press";
import { PhotoStrip } from "./photo-strip";
import { useAround } from "./use-around";
import { useSwipe } from "./use-swipe";

/**
 * The photo or strip of a post's page: as large as fits beside the comments, at most its own size. On narrow screens
 * it has the page's width.
 */
export function PostStage({ post, neighbours }: { post: PostView; neighbours: Neighbours }) {
  const isCovered = useIsCovered(post);
  const box = useRef<HTMLDivElement>(null);
  useSwipe(box, neighbours);
  const around = useAround(post.id, neighbours);
  const { ratio, width } = roomOf(post, post.photos ?? [post]);
  const style: CSSProperties = { "--ratio": ratio, "--own": `${width}px` };
  const photoProps = { sizes: sizesOf(ratio, width), transitionName: `photo-${post.id}` };
  return (
    <div className="stage:flex stage:h-full stage:items-center stage:justify-center stage:bg-wash dark:stage:bg-black/40">
      <div
        ref={box}
        tabIndex={-1}
        style={style}
        className="relative touch-pan-y touch-pinch-zoom overflow-hidden stage:w-[min(100%,var(--below-bar)*var(--ratio),var(--own))] stage:[--photo-cap:none]"
      >
        {isCovered ? (
          <CoveredPhoto post={post} box={box} {...photoProps} />
        ) : post.photos ? (
          <PhotoStrip
            key={post.id}
            post={post}
            photos={post.photos}
            priority
            hasOriginal
            around={around}
            {...photoProps}
          />
        ) : (
          <>
            <PhotoPress post={post} to={post.mediaUrl} around={around}>
              <Photo photo={post} priority hasOriginal {...photoProps} />
            </PhotoPress>
            {post.isAi && <AiBadge />}
            {post.altText && <AltBadge text={post.altText} />}
          </>
        )}
      </div>
    </div>
  );
}

/** Returns the proportions of the frame, and the width in pixels that shows the largest photo in its own size. */
function roomOf(post: PostView, photos: readonly PhotoFacts[]) {
  const frame = post.photos ? frameOf(post) : post;
  const ratio = Number((frame.width / frame.height).toFixed(4));
  const widths = photos.map((photo) => Math.max(photo.width, photo.height * ratio));
  return { ratio, width: Math.round(Math.max(...widths)) };
}

/** Returns the frame's width for `sizes`, which takes no variables: see `--below-bar` and `--post-side` in app.css. */
function sizesOf(ratio: number, width: number): string {
  const room = `min(100vw - min(400px, 36vw), (100vh - 65px) * ${ratio}, ${width}px)`;
  return `(min-width: 60rem) and (min-height: 31.25rem) ${room}, 100vw`;
}
