import { Trans } from "@lingui/react/macro";
import { EyeOff } from "lucide-react";
import { variantUrl } from "~/contract/media-address";
import type { PostPreview } from "~/contract/posts";
import { useViewer } from "~/features/session/viewer";

/** The photo of the post that a notification is about. Without one its place stays empty, so no text moves. */
export function Thumbnail({ post }: { post: PostPreview | null }) {
  const viewer = useViewer();
  if (!post) return <span className="size-11 shrink-0" />;
  const isCovered = post.cover !== null && !viewer?.showsSensitive;
  return (
    <span
      className="relative size-11 shrink-0 overflow-hidden rounded-control bg-cover bg-wash"
      style={{ backgroundImage: `url("${post.placeholder}")`, backgroundColor: post.color }}
    >
      {isCovered ? (
        <span className="absolute inset-0 flex items-center justify-center bg-dusk-deep/85 text-dusk-ink">
          <EyeOff aria-hidden className="size-5" />
          <span className="sr-only">
            <Trans>Sensitive photo</Trans>
          </span>
        </span>
      ) : (
        <img
          src={variantUrl(post.mediaUrl, "thumb")}
          alt={post.altText || post.caption}
          width={44}
          height={44}
          loading="lazy"
          decoding="async"
          className="size-full object-cover text-transparent"
        />
      )}
    </span>
  );
}
