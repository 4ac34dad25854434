import { msg } from "@lingui/core/macro";
import { data, redirect } from "react-router";
import { signupForm } from "~/contract/accounts";
import { withNext } from "~/contract/next-path";
import { passkeySignupForm } from "~/contract/passkeys";
import { readSignUp } from "~/domain/accounts/admission";
import { signUp, signUpWithPasskey } from "~/domain/accounts/sign-up";
import { rulesFor } from "~/domain/site/site-texts";
import { NoSignUp } from "~/features/auth/no-sign-up";
import { SignupForm } from "~/features/auth/signup-form";
import { formAction, limitedFormAction } from "~/form-action";
import {
  cookieCheckHeaders,
  onPage,
  pageContext,
  redirectWithToast,
  requestedNext,
  requireCookies,
  visitorsOnly,
} from "~/page-context";
import { browserOf, logInCookies, readPasskeyBrowser } from "~/platform/cookies";
import type { Route } from "./+types/signup";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Create your account` };

export function loader({ context, url }: Route.LoaderArgs) {
  visitorsOnly(context, url);
  return onPage(context, async (ctx) => {
    const invitation = url.searchParams.get("invitation") ?? "";
    // The page that follows a request for approval.
    const isSent = url.searchParams.has("sent");
    const signUp = { isSent, invitation, ...(await readSignUp(ctx, invitation)) };
    const rules = rulesFor(ctx);
    const siteKey = ctx.humans?.siteKey ?? null;
    return data({ siteKey, signUp, rules }, { headers: cookieCheckHeaders(context) });
  });
}

export function action({ request, url, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  const browser = browserOf(request, secure);
  const welcome = ({ session }: Awaited<ReturnType<typeof signUp>>) =>
    session
      ? redirectWithToast(
          withNext("/profile-setup", requestedNext(url)),
          "account-created",
          ...logInCookies(session, secure),
        )
      : redirect("/signup?sent");
  return limitedFormAction(context, request, "signup", async (form) => {
    if (form.get("intent") === "passkey") {
      const token = readPasskeyBrowser(request, secure);
      return formAction(context, form, {
        schema: passkeySignupForm,
        hideFields: ["passkey", "handle", "turnstile"],
        run: async (input) => {
          requireCookies(context, request, form);
          return welcome(await signUpWithPasskey(ctx, input, browser, token));
        },
      });
    }
    return formAction(context, form, {
      schema: signupForm,
      hideFields: ["password", "turnstile"],
      run: async (input) => {
        requireCookies(context, request, form);
        return welcome(await signUp(ctx, input, browser));
      },
    });
  });
}

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  const { signUp, ...form } = loaderData;
  const { isSent, admission, text } = signUp;
  if (isSent) return <NoSignUp reason="sent" text="" />;
  if (admission !== "admitted") return <NoSignUp reason={admission} text={text} />;
  return <SignupForm {...form} {...signUp} lastResult={actionData?.result} />;
}
