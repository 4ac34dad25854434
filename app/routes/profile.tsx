import { isRouteErrorResponse, redirect } from "react-router";
import { readConnectionStatus } from "~/domain/connections/read-status";
import { readProfile } from "~/domain/profiles/read-profile";
import { ProfilePage } from "~/features/profile/profile-page";
import { ProfileProblem } from "~/features/profile/profile-problem";
import { revalidatesProfile } from "~/features/profile/revalidates-profile";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/profile";

export const meta: Route.MetaFunction = ({ params }) => [{ title: `${params.username} · Afterglow` }];

export async function loader({ context, params }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const profile = await readProfile(ctx, params.username);
    // A former username redirects to the current one for 30 days (docs/product.md#accounts).
    if (profile.username.toLowerCase() !== params.username.toLowerCase()) {
      throw redirect(`/profile/${profile.username}`);
    }
    const isOwn = profile.id === ctx.viewer.id;
    return { profile, isOwn, connection: isOwn ? null : await readConnectionStatus(ctx, profile.id) };
  });
}

export const shouldRevalidate = revalidatesProfile;

export default function Profile({ loaderData: { profile, isOwn, connection } }: Route.ComponentProps) {
  return <ProfilePage profile={profile} isOwn={isOwn} connection={connection} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileProblem notFound={isRouteErrorResponse(error) && error.status === 404} />;
}
