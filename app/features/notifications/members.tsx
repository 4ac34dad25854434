import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { namesOf } from "~/contract/notification-groups";
import type { NotificationGroupView } from "~/contract/notifications";
import { Avatar } from "~/ui/avatar";

type Users = NotificationGroupView["fromUsers"];

/** The avatar of the member, or those of two, one before the other. */
export function Avatars({ users: [first, second] }: { users: Users }) {
  if (!first) return null;
  if (!second) return <Avatar name={first.username} image={first.profileImage} />;
  return (
    <span className="relative size-10 shrink-0">
      <Avatar name={second.username} image={second.profileImage} size="xs" className="absolute end-0 top-0" />
      <Avatar
        name={first.username}
        image={first.profileImage}
        size="xs"
        className="absolute start-0 bottom-0 rounded-full ring-2 ring-surface"
      />
    </span>
  );
}

/** The names of a group: "amara", "amara and kenji", "amara, kenji and 3 others". */
export function Members({ users, count }: { users: Users; count: number }) {
  const { names, others } = namesOf(
    users.map(({ username }) => username),
    count,
  );
  const [first, second] = names;
  if (others > 0) return <ManyMembers first={first} second={second} others={others} />;
  if (!second) return <Name>{first}</Name>;
  return (
    <span>
      <Trans>
        <Name>{first}</Name> and <Name>{second}</Name>
      </Trans>
    </span>
  );
}

/** The members of a group that counts some: "amara, kenji and 3 others". */
function ManyMembers({ first, second, others }: { first?: string; second?: string; others: number }) {
  if (!second)
    return (
      <span key="one">
        <Trans>
          <Name>{first}</Name> and{" "}
          <span className="font-semibold">
            <Plural value={others} one="# other" other="# others" />
          </span>
        </Trans>
      </span>
    );
  return (
    <span key="two">
      <Trans>
        <Name>{first}</Name>, <Name>{second}</Name> and{" "}
        <span className="font-semibold">
          <Plural value={others} one="# other" other="# others" />
        </span>
      </Trans>
    </span>
  );
}

function Name({ children }: { children: ReactNode }) {
  return (
    <bdi translate="no" className="font-semibold">
      {children}
    </bdi>
  );
}
