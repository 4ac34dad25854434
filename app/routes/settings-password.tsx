import { useLingui } from "@lingui/react/macro";
import { passwordChange } from "~/contract/accounts";
import { changePassword } from "~/domain/accounts/change-password";
import { readSettings } from "~/domain/accounts/read-settings";
import { handleOf } from "~/features/settings/options";
import { PasswordForm } from "~/features/settings/password-form";
import { SettingsPage } from "~/features/settings/settings-page";
import { formAction, readForm } from "~/form-action";
import { cookieOf, onMemberPage, onProvenPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/settings-password";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("password");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({ hasPassword: (await readSettings(ctx)).hasPassword }));
}

export function action({ request, context }: Route.ActionArgs) {
  // The change needs a proof of identity with two-factor authentication, and without a password.
  return onProvenPage(context, "/settings/password", async (ctx) =>
    formAction(context, await readForm(context, request), {
      schema: passwordChange,
      hideFields: ["currentPassword", "newPassword"],
      run: async (input) => {
        const session = await changePassword(ctx, input);
        return redirectWithToast("/settings/account", "password-changed", cookieOf(context, session));
      },
    }),
  );
}

export default function Password({ loaderData: { hasPassword }, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  return (
    <SettingsPage
      of="password"
      text={
        hasPassword
          ? t`Changing it ends your other sessions.`
          : t`You log in with a passkey. Setting a password ends your other sessions.`
      }
    >
      <PasswordForm hasPassword={hasPassword} lastResult={actionData?.result} />
    </SettingsPage>
  );
}
