import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { data } from "react-router";
import { linkToken } from "~/contract/accounts";
import { unsubscribe, unsubscribingMember } from "~/domain/mail/unsubscribe";
import { MailedLinkForm } from "~/features/auth/mailed-link-form";
import { AuthCard } from "~/features/pages/auth-card";
import { formAction, readForm } from "~/form-action";
import { tokenOf } from "~/mailed-link";
import { onPage, pageContext } from "~/page-context";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/unsubscribe";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Stop digests` };

export function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  const isValid = unsubscribingMember(context.get(pageContext).ctx, token) !== null;
  return data({ token, isValid }, { status: isValid ? 200 : 404 });
}

const done = { isDone: true, result: undefined } as const;

export async function action({ request, url, context }: Route.ActionArgs) {
  const { ctx } = context.get(pageContext);
  const form = await readForm(context, request);
  // A mail program posts this to the address of the link, and follows no redirect (RFC 8058, 3.1).
  if (form.get("List-Unsubscribe") === "One-Click") {
    await onPage(context, () => unsubscribe(ctx, tokenOf(url)));
    return done;
  }
  return formAction(context, form, {
    schema: linkToken,
    run: async ({ token }) => {
      await unsubscribe(ctx, token);
      return done;
    },
  });
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  if (actionData && "isDone" in actionData) {
    return (
      <AuthCard
        title={t`No more digests`}
        subtitle={t`Security emails still arrive. You can turn digests back on in your settings.`}
      >
        <ButtonLink to="/settings/notifications" wide>
          <Trans>Notification settings</Trans>
        </ButtonLink>
      </AuthCard>
    );
  }
  if (!loaderData.isValid) {
    return (
      <AuthCard
        title={t`This link is not valid`}
        subtitle={t`Open the link in a newer email, or turn digests off in your settings.`}
      >
        <ButtonLink to="/settings/notifications" wide>
          <Trans>Notification settings</Trans>
        </ButtonLink>
      </AuthCard>
    );
  }
  return (
    <MailedLinkForm
      title={t`Stop digests`}
      subtitle={t`You'll get no more emails with your news. Security emails still arrive.`}
      button={t`Stop digests`}
      busyLabel={t`Stopping...`}
      token={loaderData.token}
      lastResult={actionData?.result}
    />
  );
}
