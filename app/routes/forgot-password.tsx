import { msg } from "@lingui/core/macro";
import { redirect } from "react-router";
import { resetRequest } from "~/contract/accounts";
import { requestPasswordReset } from "~/domain/accounts/request-password-reset";
import { ForgotPasswordForm } from "~/features/auth/forgot-password-form";
import { formAction, limitedFormAction } from "~/form-action";
import { pageContext } from "~/page-context";
import { browserOf } from "~/platform/cookies";
import type { Route } from "./+types/forgot-password";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Forgot your password?` };

export function loader({ url }: Route.LoaderArgs) {
  return { isSent: url.searchParams.has("sent") };
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  return limitedFormAction(context, request, "reset", (form) =>
    formAction(context, form, {
      schema: resetRequest,
      run: async (input) => {
        requestPasswordReset(ctx, input, browserOf(request, secure));
        return redirect("/forgot-password?sent");
      },
    }),
  );
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ForgotPasswordForm isSent={loaderData.isSent} lastResult={actionData?.result} />;
}
