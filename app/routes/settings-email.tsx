import { emailChange, emailCode } from "~/contract/accounts";
import type { Flash } from "~/contract/flash";
import { cancelEmailChange } from "~/domain/accounts/cancel-email-change";
import { changeEmail } from "~/domain/accounts/change-email";
import { confirmEmailByCode } from "~/domain/accounts/confirm-email";
import { readEmail } from "~/domain/accounts/read-email";
import { readSettings } from "~/domain/accounts/read-settings";
import { resendEmailLink } from "~/domain/accounts/resend-email-link";
import type { MemberCtx } from "~/domain/context";
import { EmailPage } from "~/features/settings/email-page";
import { emptyForm } from "~/features/settings/intents";
import { handleOf } from "~/features/settings/options";
import { formAction, intentAction } from "~/form-action";
import { onMemberPage, onProvenPage, type RouteContext, redirectWithToast } from "~/page-context";
import type { Route } from "./+types/settings-email";

export { clientAction } from "~/client-form-action";
export { SettingsError as ErrorBoundary } from "~/features/settings/settings-page";

const PAGE = "/settings/email";

export const handle = handleOf("email");

export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const [email, { hasPassword }] = await Promise.all([readEmail(ctx), readSettings(ctx)]);
    return { ...email, hasPassword };
  });
}

const reload = (flash: Flash) => redirectWithToast(PAGE, flash);

/** Returns the action of each form by the `intent` that its button submits. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  return {
    email: () =>
      formAction(context, form, {
        schema: emailChange,
        hideFields: ["currentPassword"],
        run: (input) => changeEmail(ctx, input).then(() => reload("email-link-sent")),
      }),
    "email-code": () =>
      formAction(context, form, {
        schema: emailCode,
        run: async (input) => {
          const { isNew } = await confirmEmailByCode(ctx, input);
          return reload(isNew ? "email-changed" : "email-confirmed");
        },
      }),
    "email-resend": () =>
      formAction(context, form, {
        schema: emptyForm,
        run: () => resendEmailLink(ctx).then(() => reload("email-link-sent")),
      }),
    "email-cancel": async () => {
      await cancelEmailChange(ctx);
      return reload("email-change-cancelled");
    },
  };
}

export function action({ request, context }: Route.ActionArgs) {
  // The change needs a proof of identity with two-factor authentication, and without a password.
  return onProvenPage(context, PAGE, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export default function Email({ loaderData, actionData }: Route.ComponentProps) {
  return <EmailPage {...loaderData} lastResult={actionData?.result} />;
}
