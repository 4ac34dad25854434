import { redirect } from "react-router";
import { localPath } from "~/contract/next-path";
import { setLanguage } from "~/domain/accounts/set-language";
import { readForm } from "~/form-action";
import { onPage, pageContext, redirectDocument } from "~/page-context";
import { languageCookie } from "~/platform/cookies";
import type { Route } from "./+types/language";

/** Chooses the language of pages in this browser, and of a member, and leads to `next` in a new document: a document keeps its language. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const language = await onPage(context, (ctx) => setLanguage(ctx, form.get("language")));
  const cookie = languageCookie(language, context.get(pageContext).secure);
  return redirectDocument(
    localPath(form.get("next")) ?? "/",
    new Headers({ "Set-Cookie": cookie }),
    SEE_OTHER,
  );
}

const SEE_OTHER = 303;

/** A choice needs a POST; a GET redirects to the landing page. */
export function loader() {
  throw redirect("/");
}
