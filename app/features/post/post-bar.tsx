import { useLingui } from "@lingui/react/macro";
import { Bookmark, Heart, MessageCircle } from "lucide-react";
import type { PostView } from "~/contract/posts";
import { IconButton } from "~/ui/icon-button";
import { setLiked, setSaved } from "./like-and-save";
import { SharePopover } from "./share-popover";

/** The buttons Like, Comment, Share and Save. */
export function PostBar({ post, onComment }: { post: PostView; onComment: () => void }) {
  const { t } = useLingui();
  return (
    <div className="-mx-2.5 flex items-center">
      <IconButton
        label={t({ message: "Like", context: "verb" })}
        tooltip
        aria-pressed={post.isLiked}
        onClick={() => setLiked(post, !post.isLiked)}
        icon={
          <Heart
            aria-hidden
            key={String(post.isLiked)}
            className={post.isLiked ? "animate-heart fill-ember text-ember" : undefined}
          />
        }
      />
      {post.commenting === "open" && (
        <IconButton
          label={t({ message: "Comment", context: "verb" })}
          tooltip
          onClick={onComment}
          icon={<MessageCircle aria-hidden />}
        />
      )}
      <SharePopover post={post} />
      <IconButton
        label={t({
          message: "Save",
          context: "bookmark",
          comment: "Verb: keeps a post in the list of saved posts",
        })}
        tooltip
        aria-pressed={post.isSaved}
        onClick={() => void setSaved(post, !post.isSaved)}
        icon={<Bookmark aria-hidden className={post.isSaved ? "fill-ink" : undefined} />}
        className="ms-auto"
      />
    </div>
  );
}
