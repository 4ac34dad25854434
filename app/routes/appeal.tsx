import { msg } from "@lingui/core/macro";
import { redirect } from "react-router";
import { ownSuspensionAppeal, suspensionAppeal } from "~/contract/moderation";
import { appealSuspension } from "~/domain/moderation/appeal";
import { appealAfterLogIn, readSuspension } from "~/domain/moderation/own-suspension";
import { AppealForm } from "~/features/auth/appeal-form";
import { SuspensionForm } from "~/features/auth/suspension-form";
import { formAction, limitedFormAction } from "~/form-action";
import { onPage, pageContext } from "~/page-context";
import { browserOf, pendingLogInCookie, readPendingLogIn } from "~/platform/cookies";
import type { Route } from "./+types/appeal";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Appeal` };

/** Returns the suspension of a member who has just tried to log in; for others null: the form asks for a password. */
export function loader({ context, request, url }: Route.LoaderArgs) {
  const isSent = url.searchParams.has("sent");
  const token = readPendingLogIn(request, context.get(pageContext).secure);
  return onPage(context, async (ctx) => ({
    isSent,
    suspension: isSent || token === null ? null : await readSuspension(ctx, token),
  }));
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  const token = readPendingLogIn(request, secure);
  const sent = () => redirect("/appeal?sent", { headers: { "Set-Cookie": pendingLogInCookie("", secure) } });
  return limitedFormAction(context, request, "loginAddress", async (form) => {
    if (token !== null && !form.has("email"))
      return formAction(context, form, {
        schema: ownSuspensionAppeal,
        run: async ({ text }) => {
          await appealAfterLogIn(ctx, token, text);
          return sent();
        },
      });
    return formAction(context, form, {
      schema: suspensionAppeal,
      hideFields: ["password"],
      run: async (input) => {
        await appealSuspension(ctx, input, browserOf(request, secure));
        return sent();
      },
    });
  });
}

export default function Appeal({ loaderData: { isSent, suspension }, actionData }: Route.ComponentProps) {
  return suspension ? (
    <SuspensionForm suspension={suspension} lastResult={actionData?.result} />
  ) : (
    <AppealForm isSent={isSent} lastResult={actionData?.result} />
  );
}
