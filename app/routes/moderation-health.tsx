import { msg } from "@lingui/core/macro";
import { z } from "~/contract/zod";
import type { MemberCtx } from "~/domain/context";
import { askPaidServices, readHealth } from "~/domain/moderation/read-health";
import { sendTestMail } from "~/domain/moderation/send-test-mail";
import { DeskError } from "~/features/moderation/desk-error";
import { HealthPage } from "~/features/moderation/health-page";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, type RouteContext } from "~/page-context";
import type { Route } from "./+types/moderation-health";

export { clientAction } from "~/client-form-action";

export const handle = {
  title: [msg({ message: "Health", comment: "Whether the parts of the site work" }), msg`Moderation`],
};

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, readHealth);
}

const noFields = z.object({});

/** Returns the action of each button by its `intent`. The reply has the result, which is shown once. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  return {
    ask: () =>
      formAction(context, form, {
        schema: noFields,
        run: async () => ({ paid: await askPaidServices(ctx), result: undefined }),
      }),
    "test-mail": () =>
      formAction(context, form, {
        schema: noFields,
        run: async () => ({ testMail: await sendTestMail(ctx), result: undefined }),
      }),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onMemberPage(context, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export default function ModerationHealth({ loaderData, actionData }: Route.ComponentProps) {
  const paid = actionData && "paid" in actionData ? actionData.paid : undefined;
  const testMail = actionData && "testMail" in actionData ? actionData.testMail : undefined;
  return <HealthPage {...loaderData} paid={paid} testMail={testMail} lastResult={actionData?.result} />;
}

export function ErrorBoundary() {
  return <DeskError />;
}
