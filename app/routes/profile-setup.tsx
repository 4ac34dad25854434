import { msg } from "@lingui/core/macro";
import { redirect } from "react-router";
import { profileSetupForm } from "~/contract/accounts";
import { nextOrFeed } from "~/contract/next-path";
import { JSON_BODY_MAX_BYTES } from "~/contract/request-limits";
import { readAccount } from "~/domain/accounts/read-account";
import { setUpProfile } from "~/domain/accounts/set-up-profile";
import { ProfileSetupForm } from "~/features/auth/profile-setup-form";
import { formAction, readForm } from "~/form-action";
import { onMemberPage, redirectWithToast, requestedNext } from "~/page-context";
import type { Route } from "./+types/profile-setup";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Set up your profile` };

export function loader({ context, url }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    if (ctx.viewer.isSetUp) throw redirect(nextOrFeed(requestedNext(url)));
    const { username, fullName } = readAccount(ctx);
    return { user: { username, fullName } };
  });
}

export function action({ request, url, context }: Route.ActionArgs) {
  return onMemberPage(context, async (ctx) =>
    formAction(context, await readForm(context, request, JSON_BODY_MAX_BYTES), {
      schema: profileSetupForm,
      hideFields: ["profileImage"],
      run: async (input) => {
        await setUpProfile(ctx, input);
        return redirectWithToast(nextOrFeed(requestedNext(url)), "profile-created");
      },
    }),
  );
}

export default function ProfileSetup({ loaderData, actionData }: Route.ComponentProps) {
  return <ProfileSetupForm user={loaderData.user} lastResult={actionData?.result} />;
}
