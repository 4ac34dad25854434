import { msg } from "@lingui/core/macro";
import { reviewInput } from "~/contract/moderation";
import { readDecision } from "~/domain/moderation/list-log";
import { review } from "~/domain/moderation/review";
import { DecisionPage } from "~/features/moderation/decision-page";
import { DeskError } from "~/features/moderation/desk-error";
import { formAction } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-decision";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Decision` };

export function loader({ context, params }: Route.LoaderArgs) {
  return onMemberPage(context, (ctx) => readDecision(ctx, params.id));
}

export function action({ request, context, params }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    formAction(context, request, {
      schema: reviewInput,
      run: async (input) => {
        await review(ctx, params.id, input);
        return redirectWithToast(
          "/moderation",
          input.action === "undo" ? "decision-undone" : "decision-stored",
        );
      },
    }),
  );
}

export default function ModerationDecision({ loaderData, actionData }: Route.ComponentProps) {
  return <DecisionPage decision={loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
