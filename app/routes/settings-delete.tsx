import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { clientFormAction } from "~/client-form-action";
import { DELETED_EMAIL_DAYS } from "~/contract/account-limits";
import { accountDeletion } from "~/contract/accounts";
import { deleteAccount } from "~/domain/accounts/delete-account";
import { readEmail } from "~/domain/accounts/read-email";
import { readSettings } from "~/domain/accounts/read-settings";
import { forgetDrafts } from "~/features/composer/forget-drafts";
import { DeleteAccount } from "~/features/settings/delete-account";
import { handleOf } from "~/features/settings/options";
import { SettingsPage } from "~/features/settings/settings-page";
import { formAction, readForm } from "~/form-action";
import { onMemberPage, onProvenPage, redirectSignedOut } from "~/page-context";
import type { Route } from "./+types/settings-delete";

export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("delete");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const [{ isConfirmed }, { hasPassword }] = await Promise.all([readEmail(ctx), readSettings(ctx)]);
    return { username: ctx.viewer.username, isConfirmed, hasPassword };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  // The deletion needs a proof of identity with two-factor authentication, and without a password.
  return onProvenPage(context, "/settings/delete", async (ctx) =>
    formAction(context, await readForm(context, request), {
      schema: accountDeletion,
      hideFields: ["currentPassword"],
      run: async (input) => {
        await deleteAccount(ctx, input);
        return redirectSignedOut(context, "/", "account-deleted");
      },
    }),
  );
}

export async function clientAction(args: Route.ClientActionArgs) {
  const sent = await args.request.clone().formData();
  try {
    return await clientFormAction(args);
  } catch (error) {
    // Only the deletion redirects to "/".
    if (error instanceof Response && error.headers.get("Location") === "/")
      await forgetDrafts(String(sent.get("memberId")));
    throw error;
  }
}

export default function Delete({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  const days = DELETED_EMAIL_DAYS;
  const { username, isConfirmed, hasPassword } = loaderData;
  return (
    <SettingsPage
      of="delete"
      text={
        isConfirmed
          ? t({
              message: plural(days, {
                one: "Everything you have shared and written is deleted immediately. You cannot undo this. Nobody can sign up with your email for # day.",
                other:
                  "Everything you have shared and written is deleted immediately. You cannot undo this. Nobody can sign up with your email for # days.",
              }),
            })
          : t`Everything you have shared and written is deleted immediately. You cannot undo this.`
      }
    >
      <DeleteAccount username={username} hasPassword={hasPassword} lastResult={actionData?.result} />
    </SettingsPage>
  );
}
