import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { type CSSProperties, memo, type RefObject, useDeferredValue, useId, useRef } from "react";
import { CARD_COMMENTS } from "~/contract/limits";
import { frameOf } from "~/contract/post-frame";
import type { PostView } from "~/contract/posts";
import { useViewer } from "~/features/session/viewer";
import { LinkedText } from "~/features/text/linked-text";
import { PlainLink } from "~/ui/plain-link";
import { TimeAgo } from "~/ui/time-ago";
import { Caption } from "./caption";
import { CardPhoto } from "./card-photo";
import { isSentHere } from "./comment-actions";
import { CommentBox } from "./comment-box";
import { PostBar } from "./post-bar";
import { PostHeader } from "./post-header";
import { PostMenu } from "./post-menu";
import { usePost } from "./use-post";

interface Props {
  post: PostView;
  /** The first card is in the first view: its photo loads with high priority. */
  isFirst?: boolean;
  /** 1-based position in the feed, and the number of cards; -1 while that is unknown (ARIA feed). */
  position: number;
  total: number;
}

/** Estimated height of a card without its photo, in pixels. */
const TEXT_HEIGHT = 300;

/** Returns the estimated height of a card that is not laid out yet, as a CSS length. */
export function estimatedHeight(post: PostView): string {
  const { width, height } = frameOf(post);
  return `min(min(100vw, 560px) * ${(height / width).toFixed(4)}, var(--photo-cap)) + ${TEXT_HEIGHT}px`;
}

/** Skips layout and paint of a card off screen (CSS `content-visibility`) and reserves its estimated height. */
function offScreenStyle(post: PostView): CSSProperties {
  return {
    contentVisibility: "auto",
    containIntrinsicSize: `auto 560px auto calc(${estimatedHeight(post)})`,
  };
}

/**
 * A post in the feed; renders nothing once the post is deleted. A like renders the bar and the counts before the
 * next paint, and the rest after it.
 */
export const PostCard = memo(function PostCard({ post: loaded, isFirst = false, position, total }: Props) {
  const id = useId();
  const post = usePost(loaded);
  const rest = useDeferredValue(post);
  const box = useRef<HTMLTextAreaElement>(null);
  if (!post || !rest) return null;
  return (
    <article
      aria-labelledby={`${id}-author`}
      aria-describedby={post.caption ? `${id}-caption` : undefined}
      aria-posinset={position}
      aria-setsize={total}
      tabIndex={-1}
      data-post={post.id}
      style={isFirst ? undefined : offScreenStyle(post)}
      className="scroll-mt-20 overflow-hidden border-line border-y bg-surface outline-offset-0 md:rounded-card md:border"
    >
      <CardHead id={id} post={rest} isFirst={isFirst} />
      <div className="grid gap-1.5 px-4 pt-1.5 pb-2">
        <PostBar post={post} onComment={() => box.current?.focus()} />
        <Counts post={post} />
        <CardTexts id={id} post={rest} inputRef={box} />
      </div>
    </article>
  );
});

const CardHead = memo(function CardHead({
  id,
  post,
  isFirst,
}: {
  id: string;
  post: PostView;
  isFirst: boolean;
}) {
  const isOwner = useViewer()?.id === post.userId;
  return (
    <>
      <div className="px-4 py-3">
        <PostHeader
          id={`${id}-author`}
          post={post}
          menu={<PostMenu post={post} isOwner={isOwner} details />}
        />
      </div>
      <CardPhoto post={post} priority={isFirst} />
    </>
  );
});

interface TextsProps {
  id: string;
  post: PostView;
  inputRef: RefObject<HTMLTextAreaElement | null>;
}

const CardTexts = memo(function CardTexts({ id, post, inputRef }: TextsProps) {
  return (
    <>
      {post.caption && <Caption id={`${id}-caption`} author={post.user} text={post.caption} />}
      <CardComments post={post} />
      <CardTime post={post} />
      <CommentBox post={post} inputRef={inputRef} />
    </>
  );
});

/** A post's counts that are not zero: "3 likes · 1 comment". Keeps its height without them, against layout shift. */
export function Counts({ post: { id, likeCount, commentCount } }: { post: PostView }) {
  const { t } = useLingui();
  return (
    <p className="figures font-semibold text-sm print:hidden">
      {likeCount > 0 && (
        <PlainLink to={`/post/${id}/likes`}>
          {t({ message: plural(likeCount, { one: "# like", other: "# likes" }) })}
        </PlainLink>
      )}
      {likeCount > 0 && commentCount > 0 && <span> · </span>}
      {commentCount > 0 && (
        <span>{t({ message: plural(commentCount, { one: "# comment", other: "# comments" }) })}</span>
      )}
      {likeCount === 0 && commentCount === 0 && (
        <span className="font-normal text-muted">
          <Trans>No likes yet</Trans>
        </span>
      )}
    </p>
  );
}

/** The time of the post, which is a link to its page, and its badges. */
function CardTime({ post: { id, createdAt, editedAt, visibility } }: { post: PostView }) {
  return (
    <p className="flex items-center gap-1 text-muted text-sm">
      <PlainLink
        to={`/post/${id}`}
        viewTransition
        className="flex items-center rounded-sm hover:underline pointer-coarse:-my-1.5 pointer-coarse:min-h-11"
      >
        <TimeAgo iso={createdAt} />
        <span className="sr-only">
          <Trans comment="Read by screen readers after the time of a post, which is a link to its page">
            , view post
          </Trans>
        </span>
      </PlainLink>
      {editedAt && (
        <span>
          <Trans comment="After the time of a post that was edited">· edited</Trans>
        </span>
      )}
      {visibility !== "everyone" && (
        <span>
          <Trans comment="After the time of a post that only connections can see">· Connections only</Trans>
        </span>
      )}
    </p>
  );
}

function CardComments({ post }: { post: PostView }) {
  const { t } = useLingui();
  const { commentCount } = post;
  const shown = post.comments
    .filter(({ isHidden }) => !isHidden)
    .filter((comment, index) => index < CARD_COMMENTS || isSentHere(comment));
  return (
    <>
      {commentCount > shown.length && (
        <PlainLink
          to={`/post/${post.id}`}
          className="flex w-fit items-center rounded-sm text-muted text-sm hover:text-ink pointer-coarse:-my-1.5 pointer-coarse:min-h-11 print:hidden"
        >
          {t({ message: plural(commentCount, { one: "View all # comment", other: "View all # comments" }) })}
        </PlainLink>
      )}
      {shown.length > 0 && (
        <ul aria-label={t`Comments`} className="grid gap-1 print:hidden">
          {shown.map(({ id, user, comment }) => (
            <li key={id} dir="auto" className="wrap-anywhere whitespace-pre-line">
              <PlainLink
                to={`/profile/${user.username}`}
                dir="ltr"
                translate="no"
                className="font-semibold hover:underline"
              >
                {user.username}
              </PlainLink>{" "}
              <LinkedText text={comment} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
