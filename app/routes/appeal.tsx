import { redirect } from "react-router";
import { clientFormAction } from "~/client-form-action";
import { suspensionAppeal } from "~/contract/moderation";
import { appealSuspension } from "~/domain/moderation/appeal";
import { takeFromNetwork } from "~/domain/rate-limit";
import { AppealForm } from "~/features/auth/appeal-form";
import { formAction, limitedFormAction } from "~/form-action";
import { pageContext } from "~/page-context";
import { browserOf } from "~/platform/cookies";
import type { Route } from "./+types/appeal";

export const meta: Route.MetaFunction = () => [{ title: "Appeal · Afterglow" }];

export function loader({ url }: Route.LoaderArgs) {
  return { isSent: url.searchParams.has("sent") };
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx, secure } = context.get(pageContext);
  return limitedFormAction(
    request,
    () => takeFromNetwork(ctx, "loginAddress"),
    (form) =>
      formAction(form, {
        schema: suspensionAppeal,
        hideFields: ["password"],
        run: async (input) => {
          await appealSuspension(ctx, input, browserOf(request, secure));
          return redirect("/appeal?sent");
        },
      }),
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function Appeal({ loaderData, actionData }: Route.ComponentProps) {
  return <AppealForm isSent={loaderData.isSent} lastResult={actionData?.result} />;
}
