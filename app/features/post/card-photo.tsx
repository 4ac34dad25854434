import { useViewTransitionState } from "react-router";
import type { PostView } from "~/contract/posts";
import { Photo } from "~/ui/photo";
import { AiBadge } from "./ai-badge";
import { AltBadge } from "./alt-badge";
import { CoveredPhoto, useIsCovered } from "./covered-photo";
import { PhotoPress } from "./photo-press";

const SIZES = "(min-width: 560px) 560px, 100vw";

/** A card's photo. A covered photo has its button instead. */
export function CardPhoto({ post, priority }: { post: PostView; priority: boolean }) {
  const to = `/post/${post.id}`;
  const isOpening = useViewTransitionState(to);
  const isCovered = useIsCovered(post);
  if (isCovered)
    return (
      <div data-photo-box tabIndex={-1} className="relative">
        <CoveredPhoto post={post} sizes={SIZES} />
      </div>
    );
  return (
    <div data-photo-box tabIndex={-1} className="relative">
      <PhotoPress post={post} to={to}>
        <Photo
          photo={post}
          sizes={SIZES}
          priority={priority}
          transitionName={isOpening ? `photo-${post.id}` : undefined}
        />
      </PhotoPress>
      {post.isAi && <AiBadge />}
      {post.altText && <AltBadge text={post.altText} />}
    </div>
  );
}
