import { msg } from "@lingui/core/macro";
import { waitingAnswer } from "~/contract/sign-ups";
import { answerWaiting } from "~/domain/moderation/answer-waiting";
import { listWaiting } from "~/domain/moderation/list-waiting";
import { DeskError } from "~/features/moderation/desk-error";
import { WaitingPage } from "~/features/moderation/waiting-page";
import { formAction } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-sign-ups";

export { clientAction } from "~/client-form-action";

export const handle = {
  title: [msg({ message: "Sign-ups", comment: "The part of a page about who can sign up" }), msg`Moderation`],
};

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, listWaiting);
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    formAction(context, request, {
      schema: waitingAnswer,
      run: async (input) => {
        await answerWaiting(ctx, input);
        return redirectWithToast("/moderation/sign-ups", "decision-stored");
      },
    }),
  );
}

export default function ModerationSignUps({ loaderData, actionData }: Route.ComponentProps) {
  return <WaitingPage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
