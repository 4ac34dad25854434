import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useViewTransitionState } from "react-router";
import { frameOf } from "~/contract/post-frame";
import type { PostView } from "~/contract/posts";
import { onNearViewport } from "~/ui/on-near-viewport";
import { Photo } from "~/ui/photo";
import { retryImport } from "~/ui/retry-import";
import { AiBadge } from "./ai-badge";
import { AltBadge } from "./alt-badge";
import { CoveredPhoto, useIsCovered } from "./covered-photo";
import { PhotoCounter } from "./photo-counter";
import { PhotoPress } from "./photo-press";

const SIZES = "(min-width: 560px) 560px, 100vw";
/** Distance in pixels from the viewport at which the strip of a card is loaded. */
const NEAR = 600;

const loadStrip = retryImport(() => import("./card-strip.client"));
type Strip = Awaited<ReturnType<typeof loadStrip>>["default"];

/** A card's photo, or its strip of photos. A covered photo has its button instead. */
export function CardPhoto({ post, priority }: { post: PostView; priority: boolean }) {
  const to = `/post/${post.id}`;
  const isOpening = useViewTransitionState(to);
  const isCovered = useIsCovered(post);
  const box = useRef<HTMLDivElement>(null);
  const Strip = useStrip(box, Boolean(post.photos) && !isCovered);
  const frame = frameOf(post);
  const photoProps = { sizes: SIZES, priority, transitionName: isOpening ? `photo-${post.id}` : undefined };
  return (
    <div
      ref={box}
      tabIndex={-1}
      style={{ "--frame": `${frame.width} / ${frame.height}` }}
      className="relative"
    >
      {isCovered ? (
        <CoveredPhoto post={post} box={box} sizes={SIZES} />
      ) : Strip && post.photos ? (
        // oxlint-disable-next-line react/static-components -- loaded once, the component stays the same.
        <Strip post={post} photos={post.photos} to={to} {...photoProps} />
      ) : (
        <>
          <PhotoPress post={post} to={to}>
            <Photo photo={post} className="!aspect-(--frame)" {...photoProps} />
          </PhotoPress>
          {post.isAi && <AiBadge />}
          {post.altText && <AltBadge text={post.altText} />}
          {post.photos && <PhotoCounter at={1} count={post.photos.length} />}
        </>
      )}
    </div>
  );
}

/**
 * Returns the strip, loaded once the card is near the viewport, with the focus moved to it; null before, and when
 * its code cannot be loaded: the card then shows the first photo.
 */
function useStrip(box: RefObject<HTMLElement | null>, isWanted: boolean): Strip | null {
  const [strip, setStrip] = useState<Strip | null>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (!isWanted || !box.current) return;
    return onNearViewport(box.current, NEAR, () => {
      loadStrip().then(
        (part) => {
          hadFocus.current = box.current?.contains(document.activeElement) ?? false;
          setStrip(() => part.default);
        },
        () => undefined,
      );
    });
  }, [isWanted, box]);
  useLayoutEffect(() => {
    if (strip && hadFocus.current) box.current?.querySelector("a")?.focus({ preventScroll: true });
  }, [strip, box]);
  return strip;
}
