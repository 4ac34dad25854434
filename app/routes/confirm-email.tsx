import { redirect } from "react-router";
import { clientFormAction } from "~/client-form-action";
import { linkToken } from "~/contract/accounts";
import { EMAIL_LINK_HOURS } from "~/contract/limits";
import { confirmEmail } from "~/domain/accounts/confirm-email";
import { isValidLink } from "~/domain/accounts/mailed-link";
import { EmailLinkForm } from "~/features/auth/email-link-form";
import { linkPageMeta } from "~/features/auth/link-page-meta";
import { VoidLinkCard } from "~/features/auth/void-link-card";
import { AuthCard } from "~/features/pages/auth-card";
import { formAction } from "~/form-action";
import { onPage, pageContext, redirectWithToast } from "~/page-context";
import { ButtonLink } from "~/ui/button";
import type { Route } from "./+types/confirm-email";

export const meta: Route.MetaFunction = () => linkPageMeta("Confirm your new email");

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const isDone = searchParams.has("confirmed");
  return {
    token,
    isDone,
    isValid: !isDone && (await onPage(context, (ctx) => isValidLink(ctx, "email_changes", token))),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(pageContext);
  return formAction(request, {
    schema: linkToken,
    run: async (input) => {
      const { isViewer } = await confirmEmail(ctx, input);
      // A mail is often opened in a browser where nobody is logged in.
      return isViewer
        ? redirectWithToast("/settings", "email-changed")
        : redirect("/confirm-email?confirmed");
    },
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { token, isDone, isValid } = loaderData;
  if (isDone) {
    return (
      <AuthCard title="Email changed" subtitle="From now on you log in with your new email.">
        <ButtonLink to="/login" wide>
          Log in
        </ButtonLink>
      </AuthCard>
    );
  }
  if (!isValid) {
    return (
      <VoidLinkCard
        subtitle={`Links work once and expire after ${EMAIL_LINK_HOURS} hours. You can send a new one in your settings.`}
        to="/settings"
        button="Go to settings"
      />
    );
  }
  return (
    <EmailLinkForm
      title="Confirm your new email"
      subtitle="From now on you will log in to Afterglow with the address that received this link."
      button="Confirm email"
      busyLabel="Confirming..."
      token={token}
      lastResult={actionData?.result}
    />
  );
}
