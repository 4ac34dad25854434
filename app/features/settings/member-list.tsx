import { Form, useNavigation } from "react-router";
import type { UserSummary } from "~/contract/accounts";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { MemberNames } from "~/ui/member-names";

interface Props {
  members: UserSummary[];
  /** Rendered without a member. */
  empty: string;
  /** The intent of the button's form. */
  intent: string;
  /** The button: its label, the one that names the member, and the one while the form is submitted. */
  label: string;
  nameOf: (username: string) => string;
  busyLabel: string;
  onSubmit?: () => void;
}

/** Renders members, each with a button that ends their state. */
export function MemberList({ members, empty, intent, label, nameOf, busyLabel, onSubmit }: Props) {
  const { formData } = useNavigation();
  if (members.length === 0) return <p>{empty}</p>;
  return (
    <ul className="grid gap-1">
      {members.map(({ id, username, fullName, profileImage }) => (
        <li key={id} className="flex items-center gap-4 py-2">
          <Avatar name={fullName} image={profileImage} />
          <div className="min-w-0 flex-1">
            <MemberNames username={username} fullName={fullName} />
          </div>
          <Form method="post" preventScrollReset onSubmit={onSubmit}>
            <input type="hidden" name="intent" value={intent} />
            <input type="hidden" name="userId" value={id} />
            <Button
              type="submit"
              variant="quiet"
              size="small"
              busy={formData?.get("intent") === intent && formData.get("userId") === id}
              busyLabel={busyLabel}
              aria-label={nameOf(username)}
            >
              {label}
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
