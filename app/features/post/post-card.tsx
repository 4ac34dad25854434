import { type CSSProperties, memo, useId, useRef } from "react";
import { Link } from "react-router";
import { CARD_COMMENTS } from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { useViewer } from "~/features/session/viewer";
import { TimeAgo } from "~/ui/time-ago";
import { Caption } from "./caption";
import { CardPhoto } from "./card-photo";
import { isSentHere } from "./comment-actions";
import { CommentBox } from "./comment-box";
import { counted } from "./counted";
import { LinkedText } from "./linked-text";
import { PostBar } from "./post-bar";
import { PostHeader } from "./post-header";
import { PostMenu } from "./post-menu";
import { usePost } from "./use-post";

interface Props {
  post: PostView;
  /** The first photo is in the first view: it loads ahead of everything else. */
  isFirst?: boolean;
  /** Where the card stands in its feed, from 1, and how many there are; -1 while that is not known (ARIA feed). */
  place: number;
  total: number;
}

/** What a card is high beyond its photo, in pixels, until the browser has seen it. */
const WORDS_HEIGHT = 300;

/** How high a card is likely to be, as CSS, before it has been laid out. */
export function restingHeight({ width, height }: PostView): string {
  return `min(min(100vw, 560px) * ${(height / width).toFixed(4)}, var(--photo-cap)) + ${WORDS_HEIGHT}px`;
}

/** Off screen a card is neither laid out nor painted; its place is as high as it will be (CSS `content-visibility`). */
function resting(post: PostView): CSSProperties {
  return {
    contentVisibility: "auto",
    containIntrinsicSize: `auto 560px auto calc(${restingHeight(post)})`,
  };
}

/** One post as the feed shows it; nothing once it is deleted. */
export const PostCard = memo(function PostCard({ post: loaded, isFirst = false, place, total }: Props) {
  const id = useId();
  const post = usePost(loaded);
  const viewer = useViewer();
  const box = useRef<HTMLTextAreaElement>(null);
  if (!post) return null;
  return (
    <article
      aria-labelledby={`${id}-author`}
      aria-describedby={post.caption ? `${id}-caption` : undefined}
      aria-posinset={place}
      aria-setsize={total}
      tabIndex={-1}
      data-post={post.id}
      style={isFirst ? undefined : resting(post)}
      className="scroll-mt-20 overflow-hidden border-line border-y bg-surface outline-offset-0 md:rounded-card md:border"
    >
      <div className="px-4 py-3">
        <PostHeader
          id={`${id}-author`}
          post={post}
          menu={<PostMenu post={post} isOwner={viewer?.id === post.userId} details />}
        />
      </div>
      <CardPhoto post={post} priority={isFirst} />
      <div className="grid gap-1.5 px-4 pt-1.5 pb-2">
        <PostBar post={post} onComment={() => box.current?.focus()} />
        <Counts post={post} />
        {post.caption && <Caption id={`${id}-caption`} username={post.user.username} text={post.caption} />}
        <CardComments post={post} />
        <p className="text-muted text-sm">
          <TimeAgo iso={post.createdAt} />
          {post.editedAt && " · edited"}
        </p>
        <CommentBox post={post} inputRef={box} />
      </div>
    </article>
  );
});

/** "3 likes · 1 comment" */
export function Counts({ post }: { post: PostView }) {
  return (
    <p className="figures font-semibold text-sm">
      {counted(post.likeCount, "like")} · {counted(post.commentCount, "comment")}
    </p>
  );
}

function CardComments({ post }: { post: PostView }) {
  const shown = post.comments.filter((comment, place) => place < CARD_COMMENTS || isSentHere(comment));
  return (
    <>
      {post.commentCount > shown.length && (
        <Link
          to={`/post/${post.id}`}
          className="flex w-fit items-center rounded-sm text-muted text-sm hover:text-ink pointer-coarse:-my-1.5 pointer-coarse:min-h-11"
        >
          View all {counted(post.commentCount, "comment")}
        </Link>
      )}
      {shown.length > 0 && (
        <ul aria-label="Comments" className="grid gap-1">
          {shown.map(({ id, user, comment }) => (
            <li key={id} className="wrap-anywhere whitespace-pre-line">
              <Link to={`/profile/${user.username}`} className="font-semibold hover:underline">
                {user.username}
              </Link>{" "}
              <LinkedText text={comment} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
