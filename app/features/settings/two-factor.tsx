import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { RECOVERY_CODES } from "~/contract/account-limits";
import type { SecurityView } from "~/contract/security";
import { CodeField } from "~/features/auth/code-field";
import { Button, ButtonLink } from "~/ui/button";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { IntentButton } from "~/ui/intent-button";
import { useSettingsForm } from "./use-settings-form";

/** The key for an authenticator app, with its QR code. */
export interface Setup {
  secret: string;
  uri: string;
  qr: { size: number; path: string };
}

interface FormProps {
  lastResult?: SubmissionResult<string[]>;
}

const PAGE = "/settings/security";

/** Returns a text in groups of four characters, which are easier to copy by hand. */
const grouped = (text: string) => text.match(/.{1,4}/g)?.join(" ") ?? "";

/** Renders the state of two-factor authentication and the forms that change it. */
export function TwoFactor({ hasTwoFactor, recoveryCodesLeft, lastResult }: SecurityView & FormProps) {
  const { t } = useLingui();
  const total = RECOVERY_CODES;
  if (!hasTwoFactor) {
    return (
      <Form method="post" preventScrollReset>
        <IntentButton intent="totp-start" busyLabel={t`Preparing...`}>
          <Trans>Set up</Trans>
        </IntentButton>
      </Form>
    );
  }
  return (
    <>
      <p className="font-medium text-success">
        <Trans>Two-factor authentication is on.</Trans>
      </p>
      <p className="mt-1 text-muted">
        {t({
          message: plural(recoveryCodesLeft, {
            one: `# of ${total} recovery codes left. New ones replace them.`,
            other: `# of ${total} recovery codes left. New ones replace them.`,
          }),
        })}
      </p>
      <RecoveryCodesForm lastResult={lastResult} />
      <Form method="post" preventScrollReset className="mt-6">
        <IntentButton variant="danger" intent="totp-end" busyLabel={t`Turning off...`}>
          <Trans>Turn off</Trans>
        </IntentButton>
      </Form>
    </>
  );
}

function RecoveryCodesForm({ lastResult }: FormProps) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("recovery-codes", lastResult);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="mt-4 grid max-w-sm gap-4">
      <input type="hidden" name="intent" value="recovery-codes" />
      <CodeField
        {...inputProps(fields.code)}
        takes="any"
        hint={t`From your authenticator app, or one of the recovery codes`}
      />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button
        type="submit"
        variant="quiet"
        busy={busy}
        busyLabel={t`Replacing...`}
        className="justify-self-start"
      >
        <Trans>New recovery codes</Trans>
      </Button>
    </Form>
  );
}

/** Renders the key for the authenticator app and the form that confirms it. */
export function TwoFactorSetup({ secret, uri, qr, lastResult }: Setup & FormProps) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("totp-confirm", lastResult);
  return (
    <div className="grid max-w-sm gap-5">
      <p>
        <Trans>Scan this code with your authenticator app, then enter the six digits that it shows.</Trans>
      </p>
      <svg
        role="img"
        aria-label={t`QR code with the key for your authenticator app`}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        // Black on white in both themes: not every reader knows a light code on a dark ground.
        className="w-56 rounded-control border border-line bg-white fill-black"
      >
        <path d={qr.path} />
      </svg>
      <p className="text-muted text-sm">
        <span>
          <Trans>
            On this phone,{" "}
            <a href={uri} className="font-medium text-ink underline">
              open the app
            </a>
            , or type this key:
          </Trans>
        </span>
        <code translate="no" className="mt-1 block select-all break-words text-base text-ink">
          {grouped(secret)}
        </code>
      </p>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="intent" value="totp-confirm" />
        <CodeField {...inputProps(fields.code)} takes="app" />
        <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} busyLabel={t`Turning on...`}>
            <Trans>Turn on</Trans>
          </Button>
          <ButtonLink to={PAGE} variant="quiet">
            <Trans>Cancel</Trans>
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}

/** Renders new recovery codes, which are shown once. */
export function RecoveryCodesShown({ codes }: { codes: string[] }) {
  return (
    <div className="max-w-lg">
      <p className="font-medium text-success">
        <Trans>Two-factor authentication is on.</Trans>
      </p>
      <p className="mt-1">
        <Trans>
          Keep these recovery codes in a safe place. Each works once, when you do not have your phone. We show
          them only now.
        </Trans>
      </p>
      <ul className="figures my-4 grid gap-1.5 rounded-card border border-line bg-surface p-4">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no" className="select-all break-words">
              {grouped(code)}
            </code>
          </li>
        ))}
      </ul>
      <ButtonLink to={PAGE} replace>
        <Trans>I have kept them</Trans>
      </ButtonLink>
    </div>
  );
}
