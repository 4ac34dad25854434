import { clientFormAction } from "~/client-form-action";
import { mutedWordInput, shownWord } from "~/contract/mutes";
import { notificationExceptionForm, notificationSettingsForm } from "~/contract/notification-settings";
import { quietHours } from "~/contract/push";
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
import { endQuietHours, setQuietHours } from "~/domain/push/set-quiet-hours";
import { muteWord, unmuteWord } from "~/domain/safety/mute";
import { memberForm, wordForm } from "~/features/settings/intents";
import { NotificationSettingsPage } from "~/features/settings/notification-settings-page";
import { formAction, intentAction, readForm } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/notification-settings";

export const meta: Route.MetaFunction = () => [{ title: "Notifications · Afterglow" }];

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({
    settings: await readNotificationSettings(ctx),
    words: ctx.viewer.mutedWords.map(shownWord),
    push: await readPush(ctx),
  }));
}

const reload = () => redirectWithToast("/settings/notifications", "settings-saved");

/** Returns the action of each form by the `intent` that its button submits. */
function formsOf(ctx: MemberCtx, form: FormData) {
  return {
    save: () =>
      formAction(form, {
        schema: notificationSettingsForm,
        run: (input) => saveNotificationSettings(ctx, input).then(reload),
      }),
    exception: () =>
      formAction(form, {
        schema: notificationExceptionForm,
        run: (input) => setNamedException(ctx, input).then(reload),
      }),
    "remove-exception": () =>
      formAction(form, {
        schema: memberForm,
        run: ({ userId }) => removeNotificationException(ctx, userId).then(reload),
      }),
    "mute-word": () =>
      formAction(form, { schema: mutedWordInput, run: (input) => muteWord(ctx, input).then(reload) }),
    "unmute-word": () =>
      formAction(form, { schema: wordForm, run: ({ word }) => unmuteWord(ctx, word).then(reload) }),
    "quiet-hours": () =>
      formAction(form, { schema: quietHours, run: (input) => setQuietHours(ctx, input).then(reload) }),
    "end-quiet-hours": () => endQuietHours(ctx).then(reload),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, async (ctx) => {
    const form = await readForm(request);
    return intentAction(form, formsOf(ctx, form));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  return <NotificationSettingsPage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <ErrorState level={1} title="Failed to load your notification settings. Please try again later." />;
}
