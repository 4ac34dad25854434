import { answerForm, type ConnectionStatus } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { filterNamed } from "~/contract/notification-filters";
import type { NotificationGroupView } from "~/contract/notifications";
import { acceptRequest, rejectRequest } from "~/domain/connections/answer-request";
import type { MemberCtx } from "~/domain/context";
import { listNotificationGroups } from "~/domain/notifications/list-groups";
import { listNoticePreviews } from "~/domain/notifications/list-notice-previews";
import type { LoadedList } from "~/features/api/pager";
import { useEntryCache } from "~/features/grid/entry-cache";
import { NotificationsPage } from "~/features/notifications/notifications-page";
import { startOfUtcDay } from "~/features/notifications/periods";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: "Notifications · Afterglow" }];

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const show = filterNamed(searchParams.get("show"));
  const cursor = searchParams.get("cursor") || null;
  return onMemberPage(context, async (ctx) => {
    const page = { cursor, limit: PAGE_LIMIT_DEFAULT, show };
    const [first, previews] = await Promise.all([
      listNotificationGroups(ctx, page),
      listNoticePreviews(ctx, page),
    ]);
    return { show, cursor, first, previews, today: startOfUtcDay(ctx.now().getTime()) };
  });
}

/** @throws AppError `conflict` when a request has gone, or was answered otherwise, since the page was loaded */
function requireAnswer({ isConnected }: ConnectionStatus, answer: "accept" | "reject"): void {
  if (isConnected !== (answer === "accept"))
    throw new AppError("conflict", `Failed to ${answer} connection request`);
}

/** Answers a connection request without JavaScript: returns the action of each button by its intent. */
function formsOf(ctx: MemberCtx, form: FormData) {
  return {
    accept: () =>
      formAction(form, {
        schema: answerForm,
        run: async ({ userId }) => {
          requireAnswer(await acceptRequest(ctx, userId), "accept");
          return redirectWithToast("/notifications", "connection-accepted");
        },
      }),
    reject: () =>
      formAction(form, {
        schema: answerForm,
        run: async ({ userId }) => {
          requireAnswer(await rejectRequest(ctx, userId), "reject");
          return redirectWithToast("/notifications", "connection-rejected");
        },
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) => intentAction(request, (form) => formsOf(ctx, form)));
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const cache = useEntryCache<LoadedList<NotificationGroupView>>("notifications");
  return <NotificationsPage {...loaderData} cache={cache} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load notifications" />;
}
