import type { SubmissionResult } from "@conform-to/react";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form, useNavigation } from "react-router";
import type { InvitationsView, InvitationView, NewInvitation } from "~/contract/invitations";
import { Avatar } from "~/ui/avatar";
import { Button } from "~/ui/button";
import { dateFormat } from "~/ui/date-format";
import { MemberNames } from "~/ui/member-names";
import { TimeAgo } from "~/ui/time-ago";
import { InvitationForm } from "./invitation-form";
import { InvitationLink } from "./invitation-link";
import { SettingsPage } from "./settings-page";
import { resultOf, useErrorToast, useResetKey } from "./settings-results";

interface Props extends InvitationsView {
  /** The link that was just made. */
  made?: NewInvitation;
  lastResult?: SubmissionResult<string[]>;
}

const ownErrors = ["invite"];

/** Renders the links with which the member invites people, and who has joined with one. */
export function InvitationsPage({ isOpen, left, invitations, joined, made, lastResult }: Props) {
  const { t } = useLingui();
  const key = useResetKey(lastResult !== undefined);
  useErrorToast(lastResult, ownErrors);
  return (
    <SettingsPage
      of="invitations"
      text={
        isOpen
          ? t`People need an invitation to sign up here. Whoever has your link can use it.`
          : t`Nobody needs an invitation at the moment.`
      }
    >
      {made && <InvitationLink url={made.url} />}
      {isOpen && <InvitationForm key={key} left={left} lastResult={resultOf("invite", lastResult)} />}
      {isOpen && invitations.length > 0 && (
        <section aria-labelledby="open-links" className="mt-8">
          <h2 id="open-links" className="font-semibold">
            <Trans>Open links</Trans>
          </h2>
          <ul className="mt-2 grid gap-1">
            {invitations.map((invitation) => (
              <Invitation key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        </section>
      )}
      {joined.length > 0 && <Joined joined={joined} />}
    </SettingsPage>
  );
}

function Invitation({ invitation: { id, uses, used, expiresAt } }: { invitation: InvitationView }) {
  const { t, i18n } = useLingui();
  const { formData } = useNavigation();
  const day = dateFormat("dayInWords", i18n.locale, "UTC").format(Date.parse(expiresAt));
  return (
    <li className="flex items-center gap-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {t({
            message: plural(uses, { one: `${used} of # person joined`, other: `${used} of # people joined` }),
          })}
        </p>
        <p className="text-muted text-sm">{t`Until ${day}`}</p>
      </div>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="revoke" />
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          variant="quiet"
          size="small"
          busy={formData?.get("id") === id}
          busyLabel={t`Revoking...`}
          aria-label={t`Revoke the link until ${day}`}
        >
          <Trans comment="Button that ends an invitation link">Revoke</Trans>
        </Button>
      </Form>
    </li>
  );
}

function Joined({ joined }: Pick<InvitationsView, "joined">) {
  return (
    <section aria-labelledby="joined" className="mt-8">
      <h2 id="joined" className="font-semibold">
        <Trans>Joined with your links</Trans>
      </h2>
      <ul className="mt-2 grid gap-1">
        {joined.map(({ id, username, fullName, profileImage, joinedAt }) => (
          <li key={id} className="flex items-center gap-4 py-2">
            <Avatar name={fullName} image={profileImage} />
            <div className="min-w-0 flex-1">
              <MemberNames username={username} fullName={fullName} />
            </div>
            <span className="text-muted text-sm">
              <TimeAgo iso={joinedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
