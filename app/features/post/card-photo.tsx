import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useNavigate, useViewTransitionState } from "react-router";
import type { PostView } from "~/contract/posts";
import { Photo } from "~/ui/photo";
import { PlainLink } from "~/ui/plain-link";
import { AiBadge } from "./ai-badge";
import { AltBadge } from "./alt-badge";
import { CoveredPhoto, useIsCovered } from "./covered-photo";
import { setLiked } from "./like-and-save";
import { HeartBurst } from "./like-on-double-tap";

/** A second tap within this time, in milliseconds, makes a double tap. */
const DOUBLE_TAP_MS = 280;

const SIZES = "(min-width: 560px) 560px, 100vw";

/**
 * A card's photo: a tap opens the post; a double tap likes it, never unlikes it, and animates a heart. A covered photo has its button
 * instead.
 */
export function CardPhoto({ post, priority }: { post: PostView; priority: boolean }) {
  const to = `/post/${post.id}`;
  const navigate = useNavigate();
  const isOpening = useViewTransitionState(to);
  const isCovered = useIsCovered(post);
  const [bursts, setBursts] = useState(0);
  const firstTap = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(
    () => () => {
      if (firstTap.current) clearTimeout(firstTap.current);
    },
    [],
  );

  function tap(event: MouseEvent<HTMLAnchorElement>) {
    // Enter (detail 0) opens the post at once; the browser handles other mouse buttons and modifier keys.
    if (event.detail === 0 || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (firstTap.current) {
      clearTimeout(firstTap.current);
      firstTap.current = null;
      setLiked(post, true);
      setBursts((n) => n + 1);
      return;
    }
    firstTap.current = setTimeout(() => {
      firstTap.current = null;
      void navigate(to, { viewTransition: true });
    }, DOUBLE_TAP_MS);
  }
  if (isCovered)
    return (
      <div data-photo-box tabIndex={-1} className="relative">
        <CoveredPhoto post={post} sizes={SIZES} />
      </div>
    );
  return (
    <div data-photo-box tabIndex={-1} className="relative">
      <PlainLink
        to={to}
        viewTransition
        aria-label={`${post.altText.trim() || `Photo by ${post.user.username}`}, view post`}
        onClick={tap}
        className="block touch-manipulation select-none -outline-offset-2"
      >
        <Photo
          photo={post}
          sizes={SIZES}
          priority={priority}
          transitionName={isOpening ? `photo-${post.id}` : undefined}
        />
      </PlainLink>
      <HeartBurst count={bursts} />
      {post.isAi && <AiBadge />}
      {post.altText && <AltBadge text={post.altText} />}
    </div>
  );
}
