import type { EmailView } from "~/contract/accounts";
import { useViewer } from "~/features/session/viewer";
import { pathOf } from "./options";
import { Row, Rows } from "./row";
import { SettingsPage } from "./settings-page";

/** Renders the rows of the account. */
export function AccountPage({
  email,
  isConfirmed,
  pendingEmail,
  hasPassword,
}: EmailView & { hasPassword: boolean }) {
  const viewer = useViewer();
  return (
    <SettingsPage of="account">
      <Rows>
        <Row
          to={pathOf("profile")}
          title="Profile"
          line={viewer ? `${viewer.fullName} · ${viewer.username}` : ""}
        />
        <Row
          to={pathOf("email")}
          title="Email"
          line={
            pendingEmail ? `Waiting for ${pendingEmail}` : isConfirmed ? email : `Please confirm ${email}`
          }
        />
        <Row to={pathOf("password")} title="Password" line={hasPassword ? "Change it" : "Set one"} />
        <Row to={pathOf("sessions")} title="Sessions" line="Where you are logged in" />
        <Row to={pathOf("delete")} title="Delete account" line="You cannot undo this" />
      </Rows>
    </SettingsPage>
  );
}
