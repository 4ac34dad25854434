import { clientFormAction } from "~/client-form-action";
import { loginInput } from "~/contract/accounts";
import { nextOrFeed, withNext } from "~/contract/next-path";
import { logIn } from "~/domain/accounts/log-in";
import { LoginForm } from "~/features/auth/login-form";
import { formAction } from "~/form-action";
import { pageContext, redirectWithToast, requestedNext, visitorsOnly } from "~/page-context";
import { sessionCookie } from "~/platform/cookies";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = () => [{ title: "Log in to Afterglow" }];

export function loader({ context, request }: Route.LoaderArgs) {
  visitorsOnly(context, request);
  return null;
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  return formAction(request, {
    schema: loginInput,
    hideFields: ["password"],
    run: async (input) => {
      const { session, isNewUser } = await logIn(ctx, input, request.headers.get("User-Agent") ?? "");
      const next = requestedNext(request);
      return redirectWithToast(
        isNewUser ? withNext("/profile-setup", next) : nextOrFeed(next),
        "logged-in",
        sessionCookie(session, secure),
      );
    },
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function Login({ actionData }: Route.ComponentProps) {
  return <LoginForm lastResult={actionData?.result} />;
}
