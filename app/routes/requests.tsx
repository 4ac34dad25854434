import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { listRequests } from "~/domain/connections/list-sides";
import { RequestsPage } from "~/features/people/requests-page";
import { onMemberPage } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/requests";

export const handle = { title: msg`Requests`, cachesPage: true };

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const box = searchParams.get("list") === "sent" ? "sent" : "received";
  const cursor = searchParams.get("cursor");
  const page = await onMemberPage(context, (ctx) =>
    listRequests(ctx, box, { cursor, limit: PAGE_LIMIT_DEFAULT }),
  );
  return { page, cursor, box } as const;
}

export default function Requests({ loaderData }: Route.ComponentProps) {
  return <RequestsPage {...loaderData} />;
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load requests. Please try again later.`} />;
}
