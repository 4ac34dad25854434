import { useLingui } from "@lingui/react/macro";
import { endOtherSessions, endSession } from "~/domain/accounts/end-session";
import { listSessions } from "~/domain/accounts/list-sessions";
import type { MemberCtx } from "~/domain/context";
import { sessionForm } from "~/features/settings/intents";
import { handleOf } from "~/features/settings/options";
import { SessionList } from "~/features/settings/session-list";
import { SettingsPage } from "~/features/settings/settings-page";
import { useErrorToast } from "~/features/settings/settings-results";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, type RouteContext, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/settings-sessions";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

const PAGE = "/settings/sessions";

export const handle = handleOf("sessions");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => ({ sessions: await listSessions(ctx) }));
}

/** Returns the action of each form by the `intent` that its button submits. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  return {
    "end-session": () =>
      formAction(context, form, {
        schema: sessionForm,
        run: ({ id }) => endSession(ctx, id).then(() => redirectWithToast(PAGE, "session-ended")),
      }),
    "end-others": async () => {
      await endOtherSessions(ctx);
      return redirectWithToast(PAGE, "sessions-ended");
    },
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  useErrorToast(actionData?.result);
  return (
    <SettingsPage of="sessions" text={t`The devices where you are logged in.`}>
      <SessionList {...loaderData} />
    </SettingsPage>
  );
}
