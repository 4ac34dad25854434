import { redirect } from "react-router";
import { localPath } from "~/contract/next-path";
import { dismissalForm } from "~/contract/site-forms";
import { dismissAnnouncement } from "~/domain/site/announcement";
import { formAction } from "~/form-action";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/announcement";

/** Dismisses the announcement for a member, on all their devices, and leads back to `next`. */
export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    formAction(context, request, {
      schema: dismissalForm,
      run: async ({ id, next }) => {
        await dismissAnnouncement(ctx, id);
        return redirect(localPath(next) ?? "/feed");
      },
    }),
  );
}

/** A dismissal needs a POST; a GET redirects to the feed. */
export function loader() {
  throw redirect("/feed");
}
