import { profileForm } from "~/contract/accounts";
import { JSON_BODY_MAX_BYTES } from "~/contract/request-limits";
import { readAccount } from "~/domain/accounts/read-account";
import { setUpProfile } from "~/domain/accounts/set-up-profile";
import { EditProfileForm } from "~/features/profile/edit-profile-form";
import { handleOf } from "~/features/settings/options";
import { SettingsPage } from "~/features/settings/settings-page";
import { formAction, readForm } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/settings-profile";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("profile");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => readAccount(ctx));
}

/** Only without JavaScript: the form calls the API otherwise, as in the dialog of the profile. */
export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, async (ctx) =>
    formAction(context, await readForm(context, request, JSON_BODY_MAX_BYTES), {
      schema: profileForm,
      hideFields: ["profileImage"],
      run: (input) =>
        setUpProfile(ctx, input).then(() => redirectWithToast("/settings/profile", "settings-saved")),
    }),
  );
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SettingsPage of="profile">
      <div className="max-w-md">
        <EditProfileForm profile={loaderData} lastResult={actionData?.result} />
      </div>
    </SettingsPage>
  );
}
