import { invitationInput } from "~/contract/invitations";
import { createInvitation } from "~/domain/accounts/create-invitation";
import { listInvitations } from "~/domain/accounts/list-invitations";
import { revokeInvitation } from "~/domain/accounts/revoke-invitation";
import type { MemberCtx } from "~/domain/context";
import { invitationForm } from "~/features/settings/intents";
import { InvitationsPage } from "~/features/settings/invitations-page";
import { handleOf } from "~/features/settings/options";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, type RouteContext, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/settings-invitations";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

const PAGE = "/settings/invitations";

export const handle = handleOf("invitations");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, listInvitations);
}

/** Returns the action of each form by the `intent` that its button submits. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  return {
    // The reply has the link, which is shown once.
    invite: () =>
      formAction(context, form, {
        schema: invitationInput,
        run: async (input) => ({ made: await createInvitation(ctx, input), result: undefined }),
      }),
    revoke: () =>
      formAction(context, form, {
        schema: invitationForm,
        run: ({ id }) => revokeInvitation(ctx, id).then(() => redirectWithToast(PAGE, "invitation-revoked")),
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export default function Invitations({ loaderData, actionData }: Route.ComponentProps) {
  const made = actionData && "made" in actionData ? actionData.made : undefined;
  return <InvitationsPage {...loaderData} made={made} lastResult={actionData?.result} />;
}
