import { Heart, MessageCircle } from "lucide-react";
import { Link } from "react-router";
import type { ProfileView } from "~/contract/accounts";
import { Photo } from "~/ui/photo";

/** Photos in three columns; a tile tells its counts under the pointer and the focus. */
export function PostGrid({ posts }: { posts: ProfileView["posts"] }) {
  return (
    <ul className="grid grid-cols-3 gap-0.5 md:gap-1">
      {posts.map((post) => (
        <li key={post.id}>
          <Link to={`/post/${post.id}`} className="group relative block">
            <Photo photo={post} shape="square" sizes="(min-width: 896px) 290px, 33vw" />
            <span className="on-dusk figures absolute inset-0 flex items-center justify-center gap-5 bg-scrim font-semibold text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100">
              <span className="flex items-center gap-1.5">
                <Heart aria-hidden className="size-5" />
                {post.likeCount}
                <span className="sr-only">likes</span>
              </span>
              <span className="flex items-center gap-1.5">
                <MessageCircle aria-hidden className="size-5" />
                {post.commentCount}
                <span className="sr-only">comments</span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
