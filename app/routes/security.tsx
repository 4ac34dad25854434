import type { SubmissionResult } from "@conform-to/react";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { data } from "react-router";
import { passkeyForm, passkeyNameForm, passkeyRemoval } from "~/contract/passkeys";
import { type CodeInput, codeInput, type TotpSetup } from "~/contract/security";
import { addPasskey } from "~/domain/accounts/add-passkey";
import { removePasskey, renamePasskey } from "~/domain/accounts/change-passkey";
import { confirmTotp, readTotpSetup } from "~/domain/accounts/confirm-totp";
import { endTotp } from "~/domain/accounts/end-totp";
import { readSecurity } from "~/domain/accounts/read-security";
import { renewRecoveryCodes } from "~/domain/accounts/renew-recovery-codes";
import { startTotp } from "~/domain/accounts/start-totp";
import type { MemberCtx } from "~/domain/context";
import { SecurityPage } from "~/features/settings/security-page";
import type { Setup } from "~/features/settings/two-factor";
import { formAction, intentAction } from "~/form-action";
import { onProvenPage, type RouteContext, redirectWithToast } from "~/page-context";
import { qrCode } from "~/platform/qr";
import { ErrorState } from "~/ui/states";
import type { Route } from "./+types/security";

const PAGE = "/settings/security";

export { clientAction } from "~/client-form-action";

export const handle = { title: msg`Security` };

export function loader({ context }: Route.LoaderArgs) {
  return onProvenPage(context, PAGE, readSecurity);
}

/** The parts of the page that the replies of the forms bring. */
interface Shown {
  setup?: Setup;
  recoveryCodes?: string[];
  result?: SubmissionResult<string[]>;
}

const withQr = (setup: TotpSetup) => ({ setup: { ...setup, qr: qrCode(setup.uri) } });

/** Returns the action of each form by the `intent` that its button submits. */
function formsOf(context: RouteContext, ctx: MemberCtx, form: FormData) {
  const withCode = <Reply,>(run: (ctx: MemberCtx, input: CodeInput) => Promise<Reply>) =>
    formAction(context, form, { schema: codeInput, hideFields: ["code"], run: (input) => run(ctx, input) });
  return {
    "totp-start": async () => withQr(await startTotp(ctx)),
    "totp-confirm": async () => {
      const setup = await readTotpSetup(ctx);
      const reply = await withCode(confirmTotp);
      if ("recoveryCodes" in reply) return reply;
      return data({ ...reply.data, ...withQr(setup) }, { status: reply.init?.status });
    },
    "totp-end": async () => {
      await endTotp(ctx);
      return redirectWithToast(PAGE, "two-factor-off");
    },
    "passkey-add": () =>
      formAction(context, form, {
        schema: passkeyForm,
        hideFields: ["passkey"],
        run: (input) => addPasskey(ctx, input).then(() => redirectWithToast(PAGE, "passkey-added")),
      }),
    "passkey-rename": () =>
      formAction(context, form, {
        schema: passkeyNameForm,
        run: (input) =>
          renamePasskey(ctx, input.id, input).then(() => redirectWithToast(PAGE, "passkey-renamed")),
      }),
    "passkey-remove": () =>
      formAction(context, form, {
        schema: passkeyRemoval,
        run: ({ id }) => removePasskey(ctx, id).then(() => redirectWithToast(PAGE, "passkey-removed")),
      }),
    "recovery-codes": () => withCode(renewRecoveryCodes),
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return onProvenPage(context, PAGE, (ctx) =>
    intentAction(context, request, (form) => formsOf(context, ctx, form)),
  );
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { setup, recoveryCodes, result }: Shown = actionData ?? {};
  return <SecurityPage {...loaderData} setup={setup} recoveryCodes={recoveryCodes} lastResult={result} />;
}

export function ErrorBoundary() {
  const { t } = useLingui();
  return <ErrorState level={1} title={t`Failed to load your security settings. Please try again later.`} />;
}
