import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { clientFormAction } from "~/client-form-action";
import { ALERT_LINK_DAYS } from "~/contract/account-limits";
import { linkToken } from "~/contract/accounts";
import { isValidLink } from "~/domain/accounts/mailed-link";
import { secureAccount } from "~/domain/accounts/secure-account";
import { takeFromNetwork } from "~/domain/rate-limit";
import { MailedLinkForm } from "~/features/auth/mailed-link-form";
import { VoidLinkCard } from "~/features/auth/void-link-card";
import { formAction, limitedFormAction } from "~/form-action";
import { onPage, pageContext, redirectSignedOut } from "~/page-context";
import type { Route } from "./+types/secure-account";

export const handle = { title: msg`Secure your account` };

export async function loader({ context, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  return { token, isValid: await onPage(context, (ctx) => isValidLink(ctx, "alert_links", token)) };
}

export function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(pageContext);
  return limitedFormAction(
    context,
    request,
    () => takeFromNetwork(ctx, "loginAddress"),
    (form) =>
      formAction(context, form, {
        schema: linkToken,
        run: async (input) => {
          const { resetToken } = await secureAccount(ctx, "alert_links", input);
          return redirectSignedOut(context, `/reset-password?token=${resetToken}`, "account-secured");
        },
      }),
  );
}

export function clientAction(args: Route.ClientActionArgs) {
  return clientFormAction(args);
}

export default function SecureAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui();
  if (!loaderData.isValid) {
    return (
      <VoidLinkCard
        subtitle={t`Links work once and expire after ${plural({ days: ALERT_LINK_DAYS }, { one: "# day", other: "# days" })}. If you cannot log in, set a new password.`}
        to="/forgot-password"
        button={t`Set a new password`}
      />
    );
  }
  return (
    <MailedLinkForm
      title={t`Secure your account`}
      subtitle={t`Wasn't it you? We'll log everyone out, and you'll set a new password.`}
      button={t`Secure my account`}
      busyLabel={t`Securing...`}
      token={loaderData.token}
      lastResult={actionData?.result}
    />
  );
}
