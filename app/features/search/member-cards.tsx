import { Link } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { Avatar } from "~/ui/avatar";
import { MemberNames } from "~/ui/member-names";

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
            <MemberNames username={user.username} fullName={user.fullName} large />
          </Link>
        </li>
      ))}
    </ul>
  );
}
