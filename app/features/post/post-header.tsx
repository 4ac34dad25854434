import { type LucideIcon, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import type { PostLine } from "~/contract/post-fields";
import type { PostView } from "~/contract/posts";
import { Avatar } from "~/ui/avatar";
import { PlainLink } from "~/ui/plain-link";

/** The icon of each line of a post, in the order beneath its author. */
const lineIcons: Record<PostLine, LucideIcon> = { location: MapPin };
const lines = Object.entries(lineIcons) as [PostLine, LucideIcon][];

/** A post's author, lines and menu. */
export function PostHeader({ id, post, menu }: { id?: string; post: PostView; menu?: ReactNode }) {
  const { user } = post;
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
          {lines.map(
            ([name, Icon]) =>
              post[name] && (
                <p key={name} className="flex items-center gap-1 text-muted text-sm">
                  <Icon aria-hidden className="size-3.5 shrink-0" />
                  <span dir="auto" className="truncate">
                    {post[name]}
                  </span>
                </p>
              ),
          )}
        </div>
      </div>
      {menu}
    </header>
  );
}
