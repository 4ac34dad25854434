import { Outlet } from "react-router";
import { readDeskCounts } from "~/domain/moderation/desk-counts";
import { DeskError } from "~/features/moderation/desk-error";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/moderation-layout";

/** Returns what the links of the desk show. */
export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, readDeskCounts);
}

export default function ModerationLayout() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
