import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import type { EmailView } from "~/contract/accounts";
import { useViewer } from "~/features/session/viewer";
import { pathOf } from "./options";
import { Row, Rows } from "./row";
import { $canInvite } from "./search-options";
import { SettingsPage } from "./settings-page";

/** Renders the rows of the account. */
export function AccountPage({
  email,
  isConfirmed,
  pendingEmail,
  hasPassword,
  canInvite,
}: EmailView & { hasPassword: boolean; canInvite: boolean }) {
  const { t } = useLingui();
  const viewer = useViewer();
  useEffect(() => $canInvite.set(canInvite), [canInvite]);
  return (
    <SettingsPage of="account">
      <Rows>
        <Row
          to={pathOf("profile")}
          title={t`Profile`}
          line={viewer ? `${viewer.fullName} · ${viewer.username}` : ""}
        />
        <Row
          to={pathOf("email")}
          title={t`Email`}
          line={
            pendingEmail ? t`Waiting for ${pendingEmail}` : isConfirmed ? email : t`Please confirm ${email}`
          }
        />
        <Row
          to={pathOf("password")}
          title={t`Password`}
          line={
            hasPassword
              ? t({ message: "Change it", comment: "The password" })
              : t({ message: "Set one", comment: "A password, for an account without one" })
          }
        />
        <Row to={pathOf("sessions")} title={t`Sessions`} line={t`Where you are logged in`} />
        {canInvite && (
          <Row
            to={pathOf("invitations")}
            title={t`Invitations`}
            line={t`Links with which people can sign up`}
          />
        )}
        <Row to={pathOf("delete")} title={t`Delete account`} line={t`You cannot undo this`} />
      </Rows>
    </SettingsPage>
  );
}
