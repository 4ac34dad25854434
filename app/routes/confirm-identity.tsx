import { msg } from "@lingui/core/macro";
import { redirect } from "react-router";
import { passkeyProof } from "~/contract/passkeys";
import { typedProof } from "~/contract/security";
import { confirmIdentity } from "~/domain/accounts/confirm-identity";
import { readProofs } from "~/domain/accounts/read-proofs";
import { ConfirmIdentityPage } from "~/features/settings/confirm-identity-page";
import { formAction, readForm } from "~/form-action";
import { afterStepUp, cookieOf, onMemberPage } from "~/page-context";
import type { Route } from "./+types/confirm-identity";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Confirm that it is you` };

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, readProofs);
}

export function action({ request, url, context }: Route.ActionArgs) {
  return onMemberPage(context, async (ctx) => {
    const next = afterStepUp(url.searchParams.get("for"));
    const form = await readForm(context, request);
    return formAction(context, form, {
      schema: form.get("intent") === "passkey" ? passkeyProof : typedProof,
      hideFields: ["code", "currentPassword", "passkey"],
      run: async (proof) => {
        const cookie = cookieOf(context, await confirmIdentity(ctx, proof));
        return redirect(next, { headers: { "Set-Cookie": cookie } });
      },
    });
  });
}

export default function ConfirmIdentity({ loaderData, actionData }: Route.ComponentProps) {
  return <ConfirmIdentityPage {...loaderData} lastResult={actionData?.result} />;
}
