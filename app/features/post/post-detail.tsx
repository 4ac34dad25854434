import { ArrowLeft, MapPin } from "lucide-react";
import { Link } from "react-router";
import type { PostView } from "~/contract/posts";
import { Avatar } from "~/ui/avatar";
import { ButtonLink } from "~/ui/button";
import { Photo } from "~/ui/photo";
import { TimeAgo } from "~/ui/time-ago";
import { counted } from "./counted";

/** A post on a page of its own: the photo on one side, what was said on the other; on phones one above the other. */
export function PostDetail({ post }: { post: PostView }) {
  return (
    <div className="mx-auto max-w-5xl px-0 py-4 md:px-4">
      <h1 className="sr-only">Post by {post.user.username}</h1>
      <ButtonLink look="plain" size="small" to="/feed" className="mb-3">
        <ArrowLeft aria-hidden />
        Back to feed
      </ButtonLink>
      <article className="grid items-start gap-6 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <div className="overflow-hidden md:rounded-card">
          <Photo photo={post} sizes="(min-width: 1024px) 610px, (min-width: 768px) 60vw, 100vw" priority />
        </div>
        <div className="grid gap-4 px-4 md:px-0">
          <header className="flex items-center gap-3">
            <Avatar name={post.user.fullName} image={post.user.profileImage} />
            <div className="min-w-0">
              <Link
                to={`/profile/${post.user.username}`}
                className="block truncate font-semibold hover:underline"
              >
                {post.user.username}
              </Link>
              {post.location && (
                <p className="flex items-center gap-1 text-muted text-sm">
                  <MapPin aria-hidden className="size-3.5 shrink-0" />
                  <span className="truncate">{post.location}</span>
                </p>
              )}
            </div>
          </header>
          {post.caption && <p className="wrap-anywhere whitespace-pre-line">{post.caption}</p>}
          <p className="figures font-semibold text-sm">
            {counted(post.likeCount, "like")} · {counted(post.commentCount, "comment")}
          </p>
          <Comments comments={post.comments} />
          <p className="text-muted text-sm">
            <TimeAgo iso={post.createdAt} />
          </p>
        </div>
      </article>
    </div>
  );
}

function Comments({ comments }: { comments: PostView["comments"] }) {
  if (comments.length === 0) return null;
  return (
    <ul aria-label="Comments" className="grid gap-3 border-line border-t pt-4">
      {comments.map(({ id, user, comment, createdAt }) => (
        <li key={id} className="flex gap-3">
          <Avatar name={user.fullName} image={user.profileImage} size="sm" />
          <div className="min-w-0">
            <p className="wrap-anywhere whitespace-pre-line">
              <Link to={`/profile/${user.username}`} className="font-semibold hover:underline">
                {user.username}
              </Link>{" "}
              {comment}
            </p>
            <p className="text-muted text-sm">
              <TimeAgo iso={createdAt} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
