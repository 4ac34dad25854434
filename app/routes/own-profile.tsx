import { msg } from "@lingui/core/macro";
import { readOwnProfile } from "~/domain/profiles/read-profile";
import { ProfilePage } from "~/features/profile/profile-page";
import { ProfileProblem } from "~/features/profile/profile-problem";
import { revalidatesProfile } from "~/features/profile/revalidates-profile";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/own-profile";

export const handle = { title: msg`Your profile`, cachesPage: true };

export async function loader({ context }: Route.LoaderArgs) {
  return { profile: await onMemberPage(context, readOwnProfile) };
}

export const shouldRevalidate = revalidatesProfile;

export default function OwnProfile({ loaderData }: Route.ComponentProps) {
  return <ProfilePage profile={loaderData.profile} isOwn />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileProblem error={error} />;
}
