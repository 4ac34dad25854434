import { msg } from "@lingui/core/macro";
import { data, redirect } from "react-router";
import { languages, SOURCE } from "~/contract/languages";
import { SITE_TEXT_FORM_MAX_BYTES } from "~/contract/request-limits";
import { siteTextKinds } from "~/contract/site";
import { siteTextForm } from "~/contract/site-forms";
import { asModerator } from "~/domain/moderation/as-moderator";
import { parseMarkdown } from "~/domain/site/markdown";
import { readSiteText, saveSiteText } from "~/domain/site/site-texts";
import { DeskError } from "~/features/moderation/desk-error";
import { TextPage } from "~/features/moderation/text-page";
import { formAction, readForm } from "~/form-action";
import { onMemberPage, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/moderation-text";

export { clientAction } from "~/client-form-action";

export const handle = { title: [msg`Site`, msg`Moderation`] };

export function loader({ context, params, url }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    asModerator(ctx);
    const kind = siteTextKinds.find((one) => one === params.kind);
    const wanted = url.searchParams.get("language") ?? SOURCE;
    const language = languages.find(({ code }) => code === wanted)?.code;
    if (!kind || !language) throw redirect("/moderation/site");
    return { kind, language, ...(await readSiteText(ctx, kind, language)) };
  });
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, async (ctx) => {
    asModerator(ctx);
    const form = await readForm(context, request, SITE_TEXT_FORM_MAX_BYTES);
    const isPreview = form.get("intent") === "preview";
    return formAction(context, form, {
      schema: siteTextForm,
      run: async (input) => {
        const { kind, language, content } = input;
        if (isPreview) return data({ preview: parseMarkdown(content), content, result: undefined });
        await saveSiteText(ctx, input);
        return redirectWithToast(`/moderation/site/${kind}?language=${language}`, "settings-saved");
      },
    });
  });
}

export default function ModerationText({ loaderData, actionData }: Route.ComponentProps) {
  const preview = actionData && "preview" in actionData ? actionData : null;
  return <TextPage {...loaderData} preview={preview} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
