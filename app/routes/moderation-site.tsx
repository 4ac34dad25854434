import { msg } from "@lingui/core/macro";
import type { Flash } from "~/contract/flash";
import { heldWordInput } from "~/contract/held-words";
import { AVATAR_MAX_BYTES } from "~/contract/limits";
import { switchInput } from "~/contract/moderation";
import { FORM_MAX_BYTES } from "~/contract/request-limits";
import { signUpSettings } from "~/contract/sign-ups";
import { siteBranding } from "~/contract/site-branding";
import { announcementForm, noteForm, readOnlyForm } from "~/contract/site-forms";
import type { MemberCtx } from "~/domain/context";
import { listCeilings, setSwitch } from "~/domain/moderation/ceilings";
import { changeHeldWords, readHeldWords } from "~/domain/moderation/held-words";
import { readSignUps, saveSignUps } from "~/domain/moderation/sign-ups";
import { endAnnouncement, publishAnnouncement } from "~/domain/site/announcement";
import { setReadOnly } from "~/domain/site/read-only";
import { saveBranding } from "~/domain/site/save-branding";
import { readSiteAtDesk } from "~/domain/site/site-texts";
import { DeskError } from "~/features/moderation/desk-error";
import { SitePage } from "~/features/moderation/site-page";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, type RouteContext, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-site";

export { clientAction } from "~/client-form-action";

export const handle = { title: [msg`Site`, msg`Moderation`] };

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const [states, signUps, site, words] = await Promise.all([
      listCeilings(ctx),
      readSignUps(ctx),
      readSiteAtDesk(ctx),
      readHeldWords(ctx),
    ]);
    return { states, signUps, site, words };
  });
}

/** Returns to a part of the page once a change is stored. */
async function saved(part: string, change: Promise<void>, flash: Flash = "settings-saved") {
  await change;
  return redirectWithToast(`/moderation/site#${part}`, flash);
}

/** Returns the action of each form by its `intent`. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  return {
    switch: () =>
      formAction(context, form, {
        schema: switchInput,
        run: (input) => saved(input.name, setSwitch(ctx, input), "decision-stored"),
      }),
    look: () =>
      formAction(context, form, {
        schema: siteBranding,
        hideFields: ["icon"],
        run: (input) => saved("look", saveBranding(ctx, input)),
      }),
    "read-only": () =>
      formAction(context, form, {
        schema: readOnlyForm,
        run: (input) => saved("maintenance", setReadOnly(ctx, input)),
      }),
    announcement: () =>
      formAction(context, form, {
        schema: announcementForm,
        run: (input) => saved("announcement", publishAnnouncement(ctx, input)),
      }),
    "end-announcement": () =>
      formAction(context, form, {
        schema: noteForm,
        run: (input) => saved("announcement", endAnnouncement(ctx, input)),
      }),
    "sign-ups": () =>
      formAction(context, form, {
        schema: signUpSettings,
        run: (input) => saved("sign-ups", saveSignUps(ctx, input)),
      }),
    words: () =>
      formAction(context, form, {
        schema: heldWordInput,
        run: (input) => saved("words", changeHeldWords(ctx, input)),
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form), FORM_MAX_BYTES + AVATAR_MAX_BYTES),
  );
}

export default function ModerationSite({ loaderData, actionData }: Route.ComponentProps) {
  return <SitePage {...loaderData} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
