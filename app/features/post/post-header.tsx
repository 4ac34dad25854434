import { MapPin } from "lucide-react";
import type { ReactNode } from "react";
import type { PostView } from "~/contract/posts";
import { Avatar } from "~/ui/avatar";
import { PlainLink } from "~/ui/plain-link";

/** A post's author, location and menu. */
export function PostHeader({ id, post, menu }: { id?: string; post: PostView; menu?: ReactNode }) {
  const { user, location } = post;
  return (
    <header className="flex items-center gap-3">
      {/* The author's link covers the avatar too: one touch target, 48 px high. */}
      <div className="relative me-auto flex min-w-0 items-center gap-3">
        <Avatar name={user.fullName} image={user.profileImage} />
        <div className="min-w-0">
          <PlainLink
            id={id}
            to={`/profile/${user.username}`}
            dir="ltr"
            translate="no"
            className="block w-fit max-w-full truncate font-semibold after:absolute after:-inset-y-1 after:inset-x-0 hover:underline"
          >
            {user.username}
          </PlainLink>
          {location && (
            <p className="flex items-center gap-1 text-muted text-sm">
              <MapPin aria-hidden className="size-3.5 shrink-0" />
              <span dir="auto" className="truncate">
                {location}
              </span>
            </p>
          )}
        </div>
      </div>
      {menu}
    </header>
  );
}
