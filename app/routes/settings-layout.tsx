import { Outlet, type ShouldRevalidateFunctionArgs } from "react-router";
import { needsInvitation } from "~/domain/accounts/list-invitations";
import { type SettingsContext, SettingsLayout } from "~/features/settings/settings-layout";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/settings-layout";

export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({ canInvite: await needsInvitation(ctx) }));
}

/** Not with each of its pages. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href;
}

export default function Settings({ loaderData: { canInvite } }: Route.ComponentProps) {
  return (
    <SettingsLayout canInvite={canInvite}>
      <Outlet context={{ canInvite } satisfies SettingsContext} />
    </SettingsLayout>
  );
}
