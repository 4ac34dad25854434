import { listQueue, queueFilter } from "~/domain/moderation/list-queue";
import { DeskError } from "~/features/moderation/desk-error";
import { Queue } from "~/features/moderation/queue";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/moderation";

export const meta: Route.MetaFunction = () => [{ title: "Moderation · Afterglow" }];

export function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const filter = queueFilter((name) => searchParams.get(name) ?? "");
  return onMemberPage(context, async (ctx) => ({ ...(await listQueue(ctx, filter)), filter }));
}

export default function Moderation({ loaderData }: Route.ComponentProps) {
  return <Queue {...loaderData} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
