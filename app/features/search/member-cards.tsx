import { Link } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { Avatar } from "~/ui/avatar";

/** Renders members as cards that lead to their profiles. */
export function MemberCards({ users }: { users: readonly UserSummary[] }) {
  return (
    <ul className="mt-6 grid gap-3 sm:grid-cols-2">
      {users.map((user) => (
        <li key={user.id}>
          <Link
            to={`/profile/${user.username}`}
            className="flex items-center gap-4 rounded-card border border-line bg-surface p-4 transition-colors hover:bg-wash"
          >
            <Avatar name={user.fullName} image={user.profileImage} size="lg" />
            <span className="min-w-0">
              <span className="block truncate font-semibold">{user.username}</span>
              <span dir="auto" className="block w-fit max-w-full truncate text-muted">
                {user.fullName}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
