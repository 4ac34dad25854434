import { msg } from "@lingui/core/macro";
import { passwordReset } from "~/contract/accounts";
import { resetPassword } from "~/domain/accounts/reset-password";
import { ResetPasswordForm } from "~/features/auth/reset-password-form";
import { loadMailedLink, mailedLinkAction } from "~/mailed-link";
import { pageContext, redirectSignedOut } from "~/page-context";
import { browserCookie, browserOf } from "~/platform/cookies";
import type { Route } from "./+types/reset-password";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Set a new password` };

export function loader(args: Route.LoaderArgs) {
  return loadMailedLink(args, "password_resets");
}

export function action(args: Route.ActionArgs) {
  const { ctx, secure } = args.context.get(pageContext);
  return mailedLinkAction(args, {
    schema: passwordReset,
    hideFields: ["password"],
    run: async (input) => {
      const browserTokens = await resetPassword(ctx, input, browserOf(args.request, secure));
      return redirectSignedOut(
        args.context,
        "/login",
        "password-reset",
        browserCookie(browserTokens, secure),
      );
    },
  });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPasswordForm {...loaderData} lastResult={actionData?.result} />;
}
