import { redirect } from "react-router";
import { loginInput } from "~/contract/accounts";
import { logIn } from "~/domain/accounts/log-in";
import { LoginForm } from "~/features/auth/login-form";
import { formAction } from "~/form-action";
import { pageContext, visitorsOnly } from "~/page-context";
import { flashCookie, sessionCookie } from "~/platform/cookies";
import type { Route } from "./+types/login";

export const meta: Route.MetaFunction = () => [{ title: "Log in to Afterglow" }];

export function loader({ context }: Route.LoaderArgs) {
  visitorsOnly(context);
  return null;
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  return formAction(request, {
    schema: loginInput,
    hideFields: ["password"],
    run: async (input) => {
      const { session, isNewUser } = await logIn(ctx, input, request.headers.get("User-Agent") ?? "");
      const headers = new Headers();
      headers.append("Set-Cookie", sessionCookie(session, secure));
      headers.append("Set-Cookie", flashCookie("logged-in"));
      return redirect(isNewUser ? "/profile-setup" : "/feed", { headers });
    },
  });
}

export default function Login({ actionData }: Route.ComponentProps) {
  return <LoginForm lastResult={actionData?.result} />;
}
