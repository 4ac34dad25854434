import { redirect } from "react-router";
import { logOut } from "~/domain/accounts/log-out";
import { onPage, pageContext } from "~/page-context";
import { endedSessionCookie, flashCookie } from "~/platform/cookies";
import type { Route } from "./+types/logout";

export async function action({ context }: Route.ActionArgs) {
  await onPage(context, logOut);
  const headers = new Headers();
  headers.append("Set-Cookie", endedSessionCookie(context.get(pageContext).secure));
  headers.append("Set-Cookie", flashCookie("logged-out"));
  throw redirect("/", { headers });
}

/** Logging out is a write; its bare address leads home. */
export function loader() {
  throw redirect("/");
}
