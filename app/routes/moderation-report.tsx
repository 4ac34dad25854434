import { msg } from "@lingui/core/macro";
import { redirect } from "react-router";
import { decisionInput } from "~/contract/moderation";
import { decide } from "~/domain/moderation/decide";
import { readReport } from "~/domain/moderation/read-report";
import { DeskError } from "~/features/moderation/desk-error";
import { ReportPage } from "~/features/moderation/report-page";
import { formAction } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-report";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Report` };

export function loader({ context, params }: Route.LoaderArgs) {
  return onMemberPage(context, (ctx) => readReport(ctx, params.id));
}

export function action({ request, context, params }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    formAction(context, request, {
      schema: decisionInput,
      run: async (input) => {
        const decided = await decide(ctx, params.id, input);
        if (decided === null) return redirectWithToast("/moderation", "decision-stored");
        return redirect(`/moderation?decided=${decided}`);
      },
    }),
  );
}

export default function ModerationReport({ loaderData, actionData }: Route.ComponentProps) {
  return <ReportPage report={loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
