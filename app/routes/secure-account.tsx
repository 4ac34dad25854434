import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ALERT_LINK_DAYS } from "~/contract/account-limits";
import { linkToken } from "~/contract/accounts";
import { secureAccount } from "~/domain/accounts/secure-account";
import { MailedLinkForm } from "~/features/auth/mailed-link-form";
import { VoidLinkCard } from "~/features/auth/void-link-card";
import { loadMailedLink, mailedLinkAction } from "~/mailed-link";
import { pageContext, redirectSignedOut } from "~/page-context";
import type { Route } from "./+types/secure-account";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Secure your account` };

export function loader(args: Route.LoaderArgs) {
  return loadMailedLink(args, "alert_links");
}

export function action(args: Route.ActionArgs) {
  const { ctx } = args.context.get(pageContext);
  return mailedLinkAction(args, {
    schema: linkToken,
    run: async (input) => {
      const { resetToken } = await secureAccount(ctx, "alert_links", input);
      return redirectSignedOut(args.context, `/reset-password?token=${resetToken}`, "account-secured");
    },
  });
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
