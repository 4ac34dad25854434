import { mutedWordInput } from "~/contract/mutes";
import type { MemberCtx } from "~/domain/context";
import { listBlocked, unblockMember } from "~/domain/safety/block-member";
import { listMutes, muteWord, unmuteMember, unmuteWord } from "~/domain/safety/mute";
import { BlockedPage } from "~/features/settings/blocked-page";
import { memberForm, wordForm } from "~/features/settings/intents";
import { handleOf } from "~/features/settings/options";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, type RouteContext, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/settings-blocked";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

const PAGE = "/settings/blocked";

export const handle = handleOf("blocked");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const [mutes, blocked] = await Promise.all([listMutes(ctx), listBlocked(ctx)]);
    return { mutes, blocked };
  });
}

/** Returns the action of each form by the `intent` that its button submits. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  const reload = () => redirectWithToast(PAGE, "settings-saved");
  return {
    "mute-word": () =>
      formAction(context, form, {
        schema: mutedWordInput,
        run: (input) => muteWord(ctx, input).then(reload),
      }),
    "unmute-word": () =>
      formAction(context, form, { schema: wordForm, run: ({ word }) => unmuteWord(ctx, word).then(reload) }),
    unmute: () =>
      formAction(context, form, {
        schema: memberForm,
        run: ({ userId }) => unmuteMember(ctx, userId).then(() => redirectWithToast(PAGE, "unmuted")),
      }),
    unblock: () =>
      formAction(context, form, {
        schema: memberForm,
        run: ({ userId }) => unblockMember(ctx, userId).then(() => redirectWithToast(PAGE, "unblocked")),
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export default function Blocked({ loaderData, actionData }: Route.ComponentProps) {
  return <BlockedPage {...loaderData} lastResult={actionData?.result} />;
}
