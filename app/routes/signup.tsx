import { redirect } from "react-router";
import { signupForm } from "~/contract/accounts";
import { signUp } from "~/domain/accounts/sign-up";
import { SignupForm } from "~/features/auth/signup-form";
import { formAction } from "~/form-action";
import { pageContext, visitorsOnly } from "~/page-context";
import { flashCookie, sessionCookie } from "~/platform/cookies";
import type { Route } from "./+types/signup";

export const meta: Route.MetaFunction = () => [{ title: "Create your account · Afterglow" }];

export function loader({ context }: Route.LoaderArgs) {
  visitorsOnly(context);
  return null;
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  return formAction(request, {
    schema: signupForm,
    hideFields: ["password"],
    run: async (input) => {
      const { session } = await signUp(ctx, input, request.headers.get("User-Agent") ?? "");
      const headers = new Headers();
      headers.append("Set-Cookie", sessionCookie(session, secure));
      headers.append("Set-Cookie", flashCookie("account-created"));
      return redirect("/profile-setup", { headers });
    },
  });
}

export default function Signup({ actionData }: Route.ComponentProps) {
  return <SignupForm lastResult={actionData?.result} />;
}
