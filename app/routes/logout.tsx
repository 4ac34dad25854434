import { t } from "@lingui/core/macro";
import { data, redirect } from "react-router";
import { logOut } from "~/domain/accounts/log-out";
import { forgetDrafts } from "~/features/composer/forget-drafts";
import { onPage, redirectSignedOut } from "~/page-context";
import { showToast } from "~/ui/toast";
import type { Route } from "./+types/logout";

export async function action({ context }: Route.ActionArgs) {
  await onPage(context, logOut);
  throw redirectSignedOut(context, "/", "logged-out");
}

/** Deletes the draft and what other apps shared, after log-out. A failure shows a toast (docs/product.md#toasts). */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // The redirect after log-out is thrown too.
    if (error instanceof Response) {
      await forgetDrafts(String(sent.get("memberId")));
      // Files that wait in a chat make the browser ask before it leaves the page: not when the session has ended.
      addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), { capture: true });
      throw error;
    }
    showToast({ kind: "danger", title: t`Logout failed`, text: t`An error occurred while logging out` });
    // React Router does not revalidate after an action with an error status.
    return data(null, { status: 503 });
  }
}

/** Log-out needs a POST; a GET redirects to the landing page. */
export function loader() {
  throw redirect("/");
}
