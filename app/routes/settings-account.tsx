import { needsInvitation } from "~/domain/accounts/list-invitations";
import { readEmail } from "~/domain/accounts/read-email";
import { readSettings } from "~/domain/accounts/read-settings";
import { AccountPage } from "~/features/settings/account-page";
import { handleOf } from "~/features/settings/options";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/settings-account";

export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("account");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const [email, { hasPassword }, canInvite] = await Promise.all([
      readEmail(ctx),
      readSettings(ctx),
      needsInvitation(ctx),
    ]);
    return { ...email, hasPassword, canInvite };
  });
}

/** Also the page at "/settings", beside the rows; phones show the rows alone there. */
export default function Account({ loaderData }: Route.ComponentProps) {
  return <AccountPage {...loaderData} />;
}
