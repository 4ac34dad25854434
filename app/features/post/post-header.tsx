import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { PostView } from "~/contract/posts";
import { Avatar } from "~/ui/avatar";

/** Who and where, with the post's menu at the end. */
export function PostHeader({ id, post, menu }: { id?: string; post: PostView; menu?: ReactNode }) {
  const { user, location } = post;
  return (
    <header className="flex items-center gap-3">
      <Link to={`/profile/${user.username}`} tabIndex={-1} aria-hidden>
        <Avatar name={user.fullName} image={user.profileImage} />
      </Link>
      <div className="min-w-0 flex-1">
        <Link
          id={id}
          to={`/profile/${user.username}`}
          className="block w-fit max-w-full truncate font-semibold hover:underline"
        >
          {user.username}
        </Link>
        {location && (
          <p className="flex items-center gap-1 text-muted text-sm">
            <MapPin aria-hidden className="size-3.5 shrink-0" />
            <span className="truncate">{location}</span>
          </p>
        )}
      </div>
      {menu}
    </header>
  );
}
