import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { EMAIL_UNDO_DAYS } from "~/contract/account-limits";
import { linkToken } from "~/contract/accounts";
import { secureAccount } from "~/domain/accounts/secure-account";
import { MailedLinkForm } from "~/features/auth/mailed-link-form";
import { VoidLinkCard } from "~/features/auth/void-link-card";
import { loadMailedLink, mailedLinkAction } from "~/mailed-link";
import { pageContext, redirectSignedOut } from "~/page-context";
import type { Route } from "./+types/undo-email";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Undo the change of your email` };

export function loader(args: Route.LoaderArgs) {
  return loadMailedLink(args, "email_undos");
}

export function action(args: Route.ActionArgs) {
  const { ctx } = args.context.get(pageContext);
  return mailedLinkAction(args, {
    schema: linkToken,
    run: async (input) => {
      const { resetToken } = await secureAccount(ctx, "email_undos", input);
      return redirectSignedOut(args.context, `/reset-password?token=${resetToken}`, "email-restored");
    },
  });
}

export default function UndoEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  if (!loaderData.isValid) {
    return (
      <VoidLinkCard
        subtitle={t`Links work once and expire after ${plural({ days: EMAIL_UNDO_DAYS }, { one: "# day", other: "# days" })}. If you cannot log in, set a new password.`}
        to="/forgot-password"
        button={t`Set a new password`}
      />
    );
  }
  return (
    <MailedLinkForm
      title={t`Undo the change of your email`}
      subtitle={t`You'll log in with this email again. We'll log you out everywhere, and you'll set a new password.`}
      button={t`Undo the change`}
      busyLabel={t`Undoing...`}
      token={loaderData.token}
      lastResult={actionData?.result}
    />
  );
}
