import { clientFormAction } from "~/client-form-action";
import { signupForm } from "~/contract/accounts";
import { withNext } from "~/contract/next-path";
import { signUp } from "~/domain/accounts/sign-up";
import { SignupForm } from "~/features/auth/signup-form";
import { formAction } from "~/form-action";
import { pageContext, redirectWithToast, requestedNext, visitorsOnly } from "~/page-context";
import { browserOf, logInCookies } from "~/platform/cookies";
import type { Route } from "./+types/signup";

export const meta: Route.MetaFunction = () => [{ title: "Create your account · Afterglow" }];

export function loader({ context, request }: Route.LoaderArgs) {
  visitorsOnly(context, request);
  return { siteKey: context.get(pageContext).ctx.humans?.siteKey ?? null };
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  return formAction(request, {
    schema: signupForm,
    hideFields: ["password", "turnstile"],
    run: async (input) => {
      const { session } = await signUp(ctx, input, browserOf(request, secure));
      return redirectWithToast(
        withNext("/profile-setup", requestedNext(request)),
        "account-created",
        ...logInCookies(session, secure),
      );
    },
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function Signup({ loaderData, actionData }: Route.ComponentProps) {
  return <SignupForm {...loaderData} lastResult={actionData?.result} />;
}
