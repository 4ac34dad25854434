import { redirect } from "react-router";
import { readProfilePage } from "~/domain/profiles/read-profile";
import { ProfilePage } from "~/features/profile/profile-page";
import { ProfileProblem } from "~/features/profile/profile-problem";
import { revalidatesProfile } from "~/features/profile/revalidates-profile";
import type { CachesPage } from "~/features/shell/cache-pages";
import { onMemberPage } from "~/page-context";
import type { TitleHandle } from "~/ui/page-title";
import type { Route } from "./+types/profile";

export const handle: TitleHandle & CachesPage = { title: ({ username = "" }) => username, cachesPage: true };

export async function loader({ context, params }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const page = await readProfilePage(ctx, params.username);
    // A former username redirects to the current one for 30 days (docs/product.md#accounts).
    const { username } = page.profile;
    if (username.toLowerCase() !== params.username.toLowerCase()) throw redirect(`/profile/${username}`);
    return page;
  });
}

export const shouldRevalidate = revalidatesProfile;

export default function Profile({ loaderData: { profile, isOwn, connection } }: Route.ComponentProps) {
  return <ProfilePage profile={profile} isOwn={isOwn} connection={connection} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileProblem error={error} />;
}
