import { msg } from "@lingui/core/macro";
import { clientFormAction } from "~/client-form-action";
import { passwordReset } from "~/contract/accounts";
import { isValidLink } from "~/domain/accounts/mailed-link";
import { resetPassword } from "~/domain/accounts/reset-password";
import { takeFromNetwork } from "~/domain/rate-limit";
import { ResetPasswordForm } from "~/features/auth/reset-password-form";
import { formAction, limitedFormAction } from "~/form-action";
import { onPage, pageContext, redirectSignedOut } from "~/page-context";
import { browserOf, marksCookie } from "~/platform/cookies";
import type { Route } from "./+types/reset-password";

export const handle = { title: msg`Set a new password` };

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  return { token, isValid: await onPage(context, (ctx) => isValidLink(ctx, "password_resets", token)) };
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  return limitedFormAction(
    context,
    request,
    () => takeFromNetwork(ctx, "loginAddress"),
    (form) =>
      formAction(context, form, {
        schema: passwordReset,
        hideFields: ["password"],
        run: async (input) => {
          const marks = await resetPassword(ctx, input, browserOf(request, secure));
          return redirectSignedOut(context, "/login", "password-reset", marksCookie(marks, secure));
        },
      }),
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPasswordForm {...loaderData} lastResult={actionData?.result} />;
}
