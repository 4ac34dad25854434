import { Form, useNavigation } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { MemberNames } from "~/ui/member-names";

/** Renders the blocked members, each with an Unblock button. */
export function BlockedList({ blocked }: { blocked: UserSummary[] }) {
  const { formData } = useNavigation();
  if (blocked.length === 0) return <p>You have not blocked anyone.</p>;
  return (
    <ul className="grid gap-1">
      {blocked.map(({ id, username, fullName, profileImage }) => (
        <li key={id} className="flex items-center gap-4 py-2">
          <Avatar name={fullName} image={profileImage} />
          <div className="min-w-0 flex-1">
            <MemberNames username={username} fullName={fullName} />
          </div>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="unblock" />
            <input type="hidden" name="userId" value={id} />
            <Button
              type="submit"
              look="quiet"
              size="small"
              busy={formData?.get("userId") === id}
              busyLabel="Unblocking..."
              aria-label={`Unblock ${username}`}
            >
              Unblock
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
