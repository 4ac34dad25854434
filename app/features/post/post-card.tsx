import { MapPin } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import type { PostView } from "~/contract/posts";
import { Avatar } from "~/ui/avatar";
import { Photo } from "~/ui/photo";
import { TimeAgo } from "~/ui/time-ago";
import { counted } from "./counted";

interface Props {
  post: PostView;
  /** The first photo is in the first view: it loads ahead of everything else. */
  isFirst?: boolean;
  /** Where the card stands in its feed, from 1, and how many there are; -1 while that is not known (ARIA feed). */
  place: number;
  total: number;
}

/** One post as the feed shows it: who and where, the photo edge to edge, counts, caption, time. */
export function PostCard({ post, isFirst = false, place, total }: Props) {
  const id = useId();
  return (
    <article
      aria-labelledby={`${id}-author`}
      aria-describedby={post.caption ? `${id}-caption` : undefined}
      aria-posinset={place}
      aria-setsize={total}
      tabIndex={-1}
      className="overflow-hidden border-line border-y bg-surface md:rounded-card md:border"
    >
      <header className="flex items-center gap-3 px-4 py-3">
        <Link to={`/profile/${post.user.username}`} tabIndex={-1} aria-hidden>
          <Avatar name={post.user.fullName} image={post.user.profileImage} />
        </Link>
        <div className="min-w-0">
          <Link
            id={`${id}-author`}
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
      <Link to={`/post/${post.id}`} aria-label="View photo" className="block">
        <Photo photo={post} sizes="(min-width: 560px) 560px, 100vw" priority={isFirst} />
      </Link>
      <div className="grid gap-1.5 p-4">
        <p className="figures font-semibold text-sm">
          {counted(post.likeCount, "like")} · {counted(post.commentCount, "comment")}
        </p>
        {post.caption && (
          <p id={`${id}-caption`} className="wrap-anywhere line-clamp-4 whitespace-pre-line">
            {post.caption}
          </p>
        )}
        <p className="text-muted text-sm">
          <TimeAgo iso={post.createdAt} />
        </p>
      </div>
    </article>
  );
}
