import { msg } from "@lingui/core/macro";
import { appealInput } from "~/contract/moderation";
import { appeal } from "~/domain/moderation/appeal";
import { listDecisions } from "~/domain/moderation/list-decisions";
import { listReports } from "~/domain/safety/list-reports";
import { ReportsPage } from "~/features/settings/reports-page";
import { formAction, readForm } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/settings-reports";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

export const handle = { title: msg`Reports and decisions` };

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const [reports, decisions] = await Promise.all([listReports(ctx), listDecisions(ctx)]);
    return { reports, decisions };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, async (ctx) =>
    formAction(context, await readForm(context, request), {
      schema: appealInput,
      run: (input) => appeal(ctx, input).then(() => redirectWithToast("/settings/reports", "appeal-sent")),
    }),
  );
}

export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  return <ReportsPage {...loaderData} lastResult={actionData?.result} />;
}
