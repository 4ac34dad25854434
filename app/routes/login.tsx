import { msg } from "@lingui/core/macro";
import { data, redirect } from "react-router";
import { loginInput } from "~/contract/accounts";
import { withNext } from "~/contract/next-path";
import { passkeyLoginForm } from "~/contract/passkeys";
import { site } from "~/contract/site-name";
import { logIn } from "~/domain/accounts/log-in";
import { logInWithPasskey } from "~/domain/accounts/log-in-with-passkey";
import { LoginForm } from "~/features/auth/login-form";
import { formAction, limitedFormAction } from "~/form-action";
import {
  cookieCheckHeaders,
  orSuspension,
  pageContext,
  redirectLoggedIn,
  requestedNext,
  requireCookies,
  visitorsOnly,
} from "~/page-context";
import { browserOf, pendingLogInCookie, readPasskeyBrowser } from "~/platform/cookies";
import type { Route } from "./+types/login";

export { clientAction } from "~/client-form-action";

export const handle = { fullTitle: msg`Log in to ${site}` };

export function loader({ context, url }: Route.LoaderArgs) {
  visitorsOnly(context, url);
  return data(null, { headers: cookieCheckHeaders(context) });
}

export function action({ request, url, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  const browser = browserOf(request, secure);
  return limitedFormAction(context, request, "loginAddress", async (form) => {
    if (form.get("intent") === "passkey") {
      return formAction(context, form, {
        schema: passkeyLoginForm,
        hideFields: ["passkey"],
        run: (input) =>
          orSuspension(context, async () => {
            const token = readPasskeyBrowser(request, secure);
            return redirectLoggedIn(url, await logInWithPasskey(ctx, input, browser, token), secure);
          }),
      });
    }
    return formAction(context, form, {
      schema: loginInput,
      hideFields: ["password"],
      run: (input) =>
        orSuspension(context, async () => {
          requireCookies(context, request, form);
          const result = await logIn(ctx, input, browser);
          if (!("pendingToken" in result)) return redirectLoggedIn(url, result, secure);
          return redirect(withNext("/login/code", requestedNext(url)), {
            headers: { "Set-Cookie": pendingLogInCookie(result.pendingToken, secure) },
          });
        }),
    });
  });
}

export default function Login({ actionData }: Route.ComponentProps) {
  return <LoginForm lastResult={actionData?.result} />;
}
