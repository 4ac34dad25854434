import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { redirect } from "react-router";
import { answerForm } from "~/contract/connections";
import { AppError } from "~/contract/errors";
import { PAGE_LIMIT_DEFAULT } from "~/contract/limits";
import { filterNamed } from "~/contract/notification-filters";
import { type NotificationGroupView, readAllForm } from "~/contract/notifications";
import { acceptRequest, rejectRequest } from "~/domain/connections/answer-request";
import type { MemberCtx } from "~/domain/context";
import { listNotificationGroups } from "~/domain/notifications/list-groups";
import { listNotificationPreviews } from "~/domain/notifications/list-notification-previews";
import { markAllNotificationsRead } from "~/domain/notifications/mark-notifications-read";
import type { LoadedList } from "~/features/api/pager";
import { useEntryCache } from "~/features/grid/entry-cache";
import { NotificationsPage } from "~/features/notifications/notifications-page";
import { startOfUtcDay } from "~/features/notifications/periods";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, type RouteContext, redirectWithToast } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/notifications";

export const handle = { title: msg`Notifications`, cachesPage: true };

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const show = filterNamed(searchParams.get("show"));
  const cursor = searchParams.get("cursor") || null;
  return onMemberPage(context, async (ctx) => {
    const page = { cursor, limit: PAGE_LIMIT_DEFAULT, show };
    const [first, previews] = await Promise.all([
      listNotificationGroups(ctx, page),
      listNotificationPreviews(ctx, page),
    ]);
    return { show, cursor, first, previews, today: startOfUtcDay(ctx.now().getTime()) };
  });
}

/** The answers to a connection request, by the intent of their buttons. */
const answers = {
  accept: { answer: acceptRequest, toast: "connection-accepted" },
  reject: { answer: rejectRequest, toast: "connection-rejected" },
} as const;

/** Answers a connection request without JavaScript. Fails when the request has gone, or has another answer, since. */
function answerAs(context: RouteContext, ctx: MemberCtx, form: FormData, intent: keyof typeof answers) {
  const { answer, toast } = answers[intent];
  return formAction(context, form, {
    schema: answerForm,
    run: async ({ userId }) => {
      const { isConnected } = await answer(ctx, userId);
      if (isConnected !== (intent === "accept"))
        throw new AppError(
          "conflict",
          intent === "accept"
            ? msg`Failed to accept connection request`
            : msg`Failed to reject connection request`,
        );
      return redirectWithToast("/notifications", toast);
    },
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => ({
      accept: () => answerAs(context, ctx, form, "accept"),
      reject: () => answerAs(context, ctx, form, "reject"),
      read: () =>
        formAction(context, form, {
          schema: readAllForm,
          run: ({ upTo }) => markAllNotificationsRead(ctx, upTo).then(() => redirect("/notifications")),
        }),
    })),
  );
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  const cache = useEntryCache<LoadedList<NotificationGroupView>>("notifications");
  return <NotificationsPage {...loaderData} cache={cache} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load notifications`} />;
}
