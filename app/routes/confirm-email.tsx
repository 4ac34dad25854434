import { msg, plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { redirect } from "react-router";
import { EMAIL_LINK_HOURS } from "~/contract/account-limits";
import { linkToken } from "~/contract/accounts";
import { site } from "~/contract/site-name";
import { confirmEmail } from "~/domain/accounts/confirm-email";
import { readEmailLink } from "~/domain/accounts/mailed-link";
import { MailedLinkForm } from "~/features/auth/mailed-link-form";
import { VoidLinkCard } from "~/features/auth/void-link-card";
import { AuthCard } from "~/features/pages/auth-card";
import { mailedLinkAction, tokenOf } from "~/mailed-link";
import { onPage, pageContext, redirectSignedOut, redirectWithToast } from "~/page-context";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/confirm-email";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Confirm your email` };

const NO_LINK = { isValid: false, isNew: false, isForgetting: false };

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = tokenOf(url);
  const done = url.searchParams.get("confirmed");
  if (done !== null) return { token, done: done === "new" ? "new" : "same", ...NO_LINK } as const;
  return { token, done: null, ...(await onPage(context, (ctx) => readEmailLink(ctx, token))) };
}

export function action(args: Route.ActionArgs) {
  const { ctx } = args.context.get(pageContext);
  return mailedLinkAction(args, {
    schema: linkToken,
    run: async (input) => {
      const { isViewer, isNew, resetToken } = await confirmEmail(ctx, input);
      if (resetToken !== null)
        return redirectSignedOut(args.context, `/reset-password?token=${resetToken}`, "email-proved");
      // A mail is often opened in a browser where nobody is logged in.
      return isViewer
        ? redirectWithToast("/settings/email", isNew ? "email-changed" : "email-confirmed")
        : redirect(`/confirm-email?confirmed=${isNew ? "new" : "same"}`);
    },
  });
}

const SAME_ADDRESS = msg`Please confirm that this email belongs to your ${site} account.`;
const NEW_ADDRESS = msg`From now on, you'll log in with the email that received this link.`;
const FORGETTING = msg`You're not logged in here. We'll log everyone out, and you'll set a new password. To keep your password, enter the code from the email where you signed up.`;

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { token, done, isValid, isNew, isForgetting } = loaderData;
  if (done) {
    const isChange = done === "new";
    return (
      <AuthCard
        title={isChange ? t`Email changed` : t`Email confirmed`}
        subtitle={
          isChange ? t`From now on, you log in with your new email.` : t`Thank you. You can close this page.`
        }
      >
        <ButtonLink to="/login" wide>
          <Trans>Log in</Trans>
        </ButtonLink>
      </AuthCard>
    );
  }
  if (!isValid) {
    return (
      <VoidLinkCard
        subtitle={t`Links work once and expire after ${plural({ hours: EMAIL_LINK_HOURS }, { one: "# hour", other: "# hours" })}. You can send a new one in your settings.`}
        to="/settings/email"
        button={t`Go to settings`}
      />
    );
  }
  return (
    <MailedLinkForm
      title={isNew ? t`Confirm your new email` : t`Confirm your email`}
      subtitle={t(isForgetting ? FORGETTING : isNew ? NEW_ADDRESS : SAME_ADDRESS)}
      button={t`Confirm email`}
      busyLabel={t`Confirming...`}
      token={token}
      lastResult={actionData?.result}
    />
  );
}
