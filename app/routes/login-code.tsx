import { msg } from "@lingui/core/macro";
import { codeInput } from "~/contract/security";
import { logInWithCode } from "~/domain/accounts/log-in-with-code";
import { LoginCodeForm } from "~/features/auth/login-code-form";
import { formAction, limitedFormAction } from "~/form-action";
import { orSuspension, pageContext, redirectLoggedIn, toLogin, visitorsOnly } from "~/page-context";
import { browserOf, pendingLogInCookie, readPendingLogIn } from "~/platform/cookies";
import type { Route } from "./+types/login-code";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Enter your code` };

export function loader({ context, request, url }: Route.LoaderArgs) {
  visitorsOnly(context, url);
  const { secure } = context.get(pageContext);
  if (readPendingLogIn(request, secure) === null) throw toLogin();
  return { takesRecoveryCode: url.searchParams.has("recovery") };
}

export function action({ request, url, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  const token = readPendingLogIn(request, secure);
  if (token === null) throw toLogin();
  return limitedFormAction(context, request, "loginAddress", (form) =>
    formAction(context, form, {
      schema: codeInput,
      hideFields: ["code"],
      run: (input) =>
        orSuspension(context, async () => {
          const result = await logInWithCode(ctx, token, input, browserOf(request, secure));
          return redirectLoggedIn(url, result, secure, pendingLogInCookie("", secure));
        }),
    }),
  );
}

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginCodeForm {...loaderData} lastResult={actionData?.result} />;
}
