import { redirect } from "react-router";
import { logOut } from "~/domain/accounts/log-out";
import { onPage, pageContext, redirectSaying } from "~/page-context";
import { endedSessionCookie } from "~/platform/cookies";
import type { Route } from "./+types/logout";

export async function action({ context }: Route.ActionArgs) {
  await onPage(context, logOut);
  throw redirectSaying("/", "logged-out", endedSessionCookie(context.get(pageContext).secure));
}

/** Logging out is a write; its bare address leads home. */
export function loader() {
  throw redirect("/");
}
