import { msg } from "@lingui/core/macro";
import { findInput, newMember } from "~/contract/member-actions";
import type { MemberCtx } from "~/domain/context";
import { asModerator } from "~/domain/moderation/as-moderator";
import { createMember } from "~/domain/moderation/create-member";
import { findMembers } from "~/domain/moderation/find-members";
import { DeskError } from "~/features/moderation/desk-error";
import { MembersPage } from "~/features/moderation/members-page";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, onProvenPage, type RouteContext, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-members";

export { clientAction } from "~/client-form-action";

export const handle = { title: [msg`Members`, msg`Moderation`] };

const PAGE = "/moderation/members";

export function loader({ context, url }: Route.LoaderArgs) {
  const query = url.searchParams.get("q")?.trim() ?? "";
  return onMemberPage(context, async (ctx) => {
    const isAdmin = asModerator(ctx).viewer.role === "admin";
    const search = findInput.safeParse({ by: "name", text: query });
    return { query, isAdmin, found: query && search.success ? await findMembers(ctx, search.data) : null };
  });
}

/** Returns the action of each form by its `intent`. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  return {
    find: () =>
      formAction(context, form, {
        schema: findInput,
        run: async (input) => ({ found: await findMembers(ctx, input), result: undefined }),
      }),
    create: () =>
      formAction(context, form, {
        schema: newMember,
        run: async (input) => {
          const { id } = await createMember(ctx, input);
          return redirectWithToast(`${PAGE}/${id}`, "member-created");
        },
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onProvenPage(context, PAGE, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export default function ModerationMembers({ loaderData, actionData }: Route.ComponentProps) {
  const sent = actionData && "found" in actionData ? actionData.found : null;
  return <MembersPage {...loaderData} found={sent ?? loaderData.found} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
