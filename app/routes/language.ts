import { redirect } from "react-router";
import { localPath } from "~/contract/next-path";
import { z } from "~/contract/zod";
import { setLanguage } from "~/domain/accounts/set-language";
import { formAction } from "~/form-action";
import { onPage, pageContext, redirectDocument } from "~/page-context";
import { languageCookie } from "~/platform/cookies";
import type { Route } from "./+types/language";

const SEE_OTHER = 303;

const choice = z.object({ language: z.string().optional(), next: z.string().optional() });

/**
 * Sets the language of the pages in this browser, and the member's, and redirects to `next` in a new document, because
 * a document keeps its language.
 */
export function action({ request, context }: Route.ActionArgs) {
  return formAction(context, request, {
    schema: choice,
    run: async ({ language, next }) => {
      const chosen = await onPage(context, (ctx) => setLanguage(ctx, language));
      const headers = new Headers({ "Set-Cookie": languageCookie(chosen, context.get(pageContext).secure) });
      return redirectDocument(localPath(next) ?? "/", headers, SEE_OTHER);
    },
  });
}

/** A choice needs a POST; a GET redirects to the landing page. */
export function loader() {
  throw redirect("/");
}
