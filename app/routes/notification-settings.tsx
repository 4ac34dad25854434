import { useLingui } from "@lingui/react/macro";
import {
  digestForm,
  fromConnectionsForm,
  kindsForm,
  type NotificationSettingsInput,
  notificationExceptionForm,
} from "~/contract/notification-settings";
import type { MemberCtx } from "~/domain/context";
import {
  removeNotificationException,
  setNamedException,
} from "~/domain/notifications/notification-exceptions";
import {
  readNotificationSettings,
  saveNotificationSettings,
} from "~/domain/notifications/notification-settings";
import { readPush } from "~/domain/push/read-push";
import { memberForm } from "~/features/settings/intents";
import { NotificationSettingsPage } from "~/features/settings/notification-settings-page";
import { handleOf } from "~/features/settings/options";
import { choiceAction, formAction, intentAction } from "~/form-action";
import { onMemberPage, type RouteContext, redirectWithToast } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/notification-settings";

export { clientAction } from "~/client-form-action";

export const handle = handleOf("notifications");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({
    settings: await readNotificationSettings(ctx),
    push: await readPush(ctx),
  }));
}

const reload = () => redirectWithToast("/settings/notifications", "settings-saved");

/** Returns the action of each form by the `intent` that its button submits. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  const save = (input: NotificationSettingsInput) => saveNotificationSettings(ctx, input);
  return {
    kinds: () => choiceAction(context, form, kindsForm, save),
    digest: () => choiceAction(context, form, digestForm, save),
    "from-connections": () => choiceAction(context, form, fromConnectionsForm, save),
    exception: () =>
      formAction(context, form, {
        schema: notificationExceptionForm,
        run: (input) => setNamedException(ctx, input).then(reload),
      }),
    "remove-exception": () =>
      formAction(context, form, {
        schema: memberForm,
        run: ({ userId }) => removeNotificationException(ctx, userId).then(reload),
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  return <NotificationSettingsPage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return (
    <ErrorState level={1} title={t`Failed to load your notification settings. Please try again later.`} />
  );
}
