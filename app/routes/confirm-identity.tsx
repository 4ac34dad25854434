import { redirect } from "react-router";
import { clientFormAction } from "~/client-form-action";
import { passwordProof } from "~/contract/accounts";
import { passkeyProof } from "~/contract/passkeys";
import { codeInput } from "~/contract/security";
import { confirmIdentity } from "~/domain/accounts/confirm-identity";
import { readSettings } from "~/domain/accounts/read-settings";
import { ConfirmIdentityPage } from "~/features/settings/confirm-identity-page";
import { formAction, readForm } from "~/form-action";
import { afterStepUp, onMemberPage } from "~/page-context";
import type { Route } from "./+types/confirm-identity";

export const meta: Route.MetaFunction = () => [{ title: "Confirm that it is you · Afterglow" }];

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({ hasPassword: (await readSettings(ctx)).hasPassword }));
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, async (ctx) => {
    const next = afterStepUp(new URL(request.url).searchParams.get("for"));
    const form = await readForm(request);
    const intent = form.get("intent");
    return formAction(form, {
      schema: intent === "code" ? codeInput : intent === "passkey" ? passkeyProof : passwordProof,
      hideFields: ["code", "currentPassword", "passkey"],
      run: (proof) => confirmIdentity(ctx, proof).then(() => redirect(next)),
    });
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function ConfirmIdentity({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmIdentityPage hasPassword={loaderData.hasPassword} lastResult={actionData?.result} />;
}
