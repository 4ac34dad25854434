import { msg } from "@lingui/core/macro";
import { memberActionInput } from "~/contract/member-actions";
import { actOnMember } from "~/domain/moderation/act-on-member";
import { readMember } from "~/domain/moderation/read-member";
import { DeskError } from "~/features/moderation/desk-error";
import { MemberPage } from "~/features/moderation/member-page";
import { formAction } from "~/form-action";
import { onMemberPage, onProvenPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-member";

export { clientAction } from "~/client-form-action";

export const handle = { title: [msg`Member`, msg`Moderation`] };

const PAGE = "/moderation/members";

export function loader({ context, params }: Route.LoaderArgs) {
  return onMemberPage(context, (ctx) => readMember(ctx, params.id));
}

export function action({ request, context, params }: Route.ActionArgs) {
  const page = `${PAGE}/${params.id}`;
  return onProvenPage(context, page, (ctx) =>
    formAction(context, request, {
      schema: memberActionInput,
      run: async (input) => {
        await actOnMember(ctx, params.id, input);
        return redirectWithToast(input.action === "delete" ? PAGE : page, "decision-stored");
      },
    }),
  );
}

export default function ModerationMember({ loaderData, actionData }: Route.ComponentProps) {
  return <MemberPage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
