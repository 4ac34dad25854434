import { data, redirect } from "react-router";
import { logOut } from "~/domain/accounts/log-out";
import { deleteDraft } from "~/features/composer/draft";
import { onPage, redirectSignedOut } from "~/page-context";
import { showToast } from "~/ui/toast";
import type { Route } from "./+types/logout";

export async function action({ context }: Route.ActionArgs) {
  await onPage(context, logOut);
  throw redirectSignedOut(context, "/", "logged-out");
}

/** Who could not be logged out stays where they are (spec point 8). */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = await request.clone().formData();
  try {
    return await serverAction();
  } catch (error) {
    // The way out is thrown too.
    if (error instanceof Response) {
      deleteDraft(String(sent.get("memberId")));
      throw error;
    }
    showToast({ kind: "danger", title: "Logout failed", text: "An error occurred while logging out" });
    // With a failure's status the page's loaders are not asked again.
    return data(null, { status: 503 });
  }
}

/** Logging out is a write; its bare address leads home. */
export function loader() {
  throw redirect("/");
}
