import { msg } from "@lingui/core/macro";
import { readUndoable } from "~/domain/moderation/list-log";
import { listQueue, queueFilter } from "~/domain/moderation/list-queue";
import { DeskError } from "~/features/moderation/desk-error";
import { Queue } from "~/features/moderation/queue";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/moderation";

export const handle = { title: msg`Moderation` };

export function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const filter = queueFilter((name) => searchParams.get(name) ?? "");
  const decided = searchParams.get("decided");
  return onMemberPage(context, async (ctx) => {
    const undoable = decided === null ? null : await readUndoable(ctx, decided);
    return { ...(await listQueue(ctx, filter)), filter, undoable };
  });
}

export default function Moderation({ loaderData }: Route.ComponentProps) {
  return <Queue {...loaderData} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
