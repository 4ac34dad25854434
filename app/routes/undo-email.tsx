import { msg } from "@lingui/core/macro";
import { clientFormAction } from "~/client-form-action";
import { EMAIL_UNDO_DAYS } from "~/contract/account-limits";
import { linkToken } from "~/contract/accounts";
import { isValidLink } from "~/domain/accounts/mailed-link";
import { secureAccount } from "~/domain/accounts/secure-account";
import { takeFromNetwork } from "~/domain/rate-limit";
import { MailedLinkForm } from "~/features/auth/mailed-link-form";
import { VoidLinkCard } from "~/features/auth/void-link-card";
import { formAction, limitedFormAction } from "~/form-action";
import { onPage, pageContext, redirectSignedOut } from "~/page-context";
import type { Route } from "./+types/undo-email";

export const handle = { title: msg`Undo the change of your email` };

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  return { token, isValid: await onPage(context, (ctx) => isValidLink(ctx, "email_undos", token)) };
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(pageContext);
  return limitedFormAction(
    request,
    () => takeFromNetwork(ctx, "loginAddress"),
    (form) =>
      formAction(form, {
        schema: linkToken,
        run: async (input) => {
          const { resetToken } = await secureAccount(ctx, "email_undos", input);
          return redirectSignedOut(context, `/reset-password?token=${resetToken}`, "email-restored");
        },
      }),
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function UndoEmail({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.isValid) {
    return (
      <VoidLinkCard
        subtitle={`Links work once and expire after ${EMAIL_UNDO_DAYS} days. If you cannot log in, set a new password.`}
        to="/forgot-password"
        button="Set a new password"
      />
    );
  }
  return (
    <MailedLinkForm
      title="Undo the change of your email"
      subtitle="You'll log in with this email again. We'll log you out everywhere, and you'll set a new password."
      button="Undo the change"
      busyLabel="Undoing..."
      token={loaderData.token}
      lastResult={actionData?.result}
    />
  );
}
