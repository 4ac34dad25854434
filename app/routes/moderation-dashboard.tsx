import { msg } from "@lingui/core/macro";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { readDashboard } from "~/domain/dashboard/read-dashboard";
import { DashboardPage } from "~/features/moderation/dashboard-page";
import { DeskError } from "~/features/moderation/desk-error";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/moderation-dashboard";

export const handle = {
  title: [msg({ message: "Dashboard", comment: "A page with charts about the site" }), msg`Moderation`],
};

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const page = { cursor: searchParams.get("cursor"), limit: PAGE_LIMIT_DEFAULT };
  const dashboard = await onMemberPage(context, (ctx) => readDashboard(ctx, page));
  return { ...dashboard, isTable: searchParams.get("show") === "table" };
}

export default function ModerationDashboard({ loaderData }: Route.ComponentProps) {
  return <DashboardPage {...loaderData} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
