import { clientFormAction } from "~/client-form-action";
import { passwordReset } from "~/contract/accounts";
import { isResetToken, resetPassword } from "~/domain/accounts/reset-password";
import { ResetPasswordForm } from "~/features/auth/reset-password-form";
import { formAction } from "~/form-action";
import { onPage, pageContext, redirectSignedOut } from "~/page-context";
import type { Route } from "./+types/reset-password";

export const meta: Route.MetaFunction = () => [
  { title: "Set a new password · Afterglow" },
  // The URL contains the secret token.
  { name: "referrer", content: "no-referrer" },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  return { token, isValid: await onPage(context, (ctx) => isResetToken(ctx, token)) };
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(pageContext);
  return formAction(request, {
    schema: passwordReset,
    hideFields: ["password"],
    run: async (input) => {
      await resetPassword(ctx, input);
      return redirectSignedOut(context, "/login", "password-reset");
    },
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <ResetPasswordForm {...loaderData} lastResult={actionData?.result} />;
}
