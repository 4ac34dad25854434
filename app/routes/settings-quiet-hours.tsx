import { useLingui } from "@lingui/react/macro";
import { quietHours } from "~/contract/push";
import { readPush } from "~/domain/push/read-push";
import { endQuietHours, setQuietHours } from "~/domain/push/set-quiet-hours";
import { handleOf } from "~/features/settings/options";
import { QuietHoursForm } from "~/features/settings/quiet-hours-form";
import { SettingsPage } from "~/features/settings/settings-page";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/settings-quiet-hours";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = handleOf("quiet-hours");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({
    hours: (await readPush(ctx)).quietHours,
    // A browser may know others, and a page without JavaScript has the list too.
    timeZones: Intl.supportedValuesOf("timeZone"),
  }));
}

const reload = () => redirectWithToast("/settings/quiet-hours", "settings-saved");

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => ({
      "quiet-hours": () =>
        formAction(context, form, {
          schema: quietHours,
          run: (input) => setQuietHours(ctx, input).then(reload),
        }),
      "end-quiet-hours": () => endQuietHours(ctx).then(reload),
    })),
  );
}

export default function QuietHours({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  const { hours } = loaderData;
  return (
    <SettingsPage
      of="quiet-hours"
      text={
        hours
          ? t`On, from ${{ from: hours.from }} to ${{ to: hours.to }}. Unread notifications arrive afterwards.`
          : t`No push notifications between two times. Unread ones arrive afterwards.`
      }
    >
      <QuietHoursForm key={JSON.stringify(hours)} {...loaderData} lastResult={actionData?.result} />
    </SettingsPage>
  );
}
