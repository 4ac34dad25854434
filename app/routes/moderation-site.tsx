import { msg } from "@lingui/core/macro";
import { clientFormAction } from "~/client-form-action";
import { switchInput } from "~/contract/moderation";
import { signUpSettings } from "~/contract/sign-ups";
import type { MemberCtx } from "~/domain/context";
import { listCeilings, setSwitch } from "~/domain/moderation/ceilings";
import { readSignUps, saveSignUps } from "~/domain/moderation/sign-ups";
import { DeskError } from "~/features/moderation/desk-error";
import { SitePage } from "~/features/moderation/site-page";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, type RouteContext, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-site";

export const handle = { title: [msg`Site`, msg`Moderation`] };

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const [states, signUps] = await Promise.all([listCeilings(ctx), readSignUps(ctx)]);
    return { states, signUps };
  });
}

/** Returns the action of each form by its `intent`. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  return {
    switch: () =>
      formAction(context, form, {
        schema: switchInput,
        run: async (input) => {
          await setSwitch(ctx, input);
          return redirectWithToast("/moderation/site", "decision-stored");
        },
      }),
    "sign-ups": () =>
      formAction(context, form, {
        schema: signUpSettings,
        run: async (input) => {
          await saveSignUps(ctx, input);
          return redirectWithToast("/moderation/site", "settings-saved");
        },
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function ModerationSite({ loaderData, actionData }: Route.ComponentProps) {
  return <SitePage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
