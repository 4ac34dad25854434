import { getFormProps, getInputProps, type SubmissionResult } from "@conform-to/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { PASSKEY_NAME_MAX } from "~/contract/account-limits";
import type { PasskeyView } from "~/contract/passkeys";
import { makePasskey, useHasPasskeys } from "~/features/auth/use-passkey";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { TimeAgo } from "~/ui/time-ago";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  passkeys: PasskeyView[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the member's passkeys, with forms that rename, remove and add them. */
export function Passkeys({ passkeys, lastResult }: Props) {
  const { t } = useLingui();
  const { formData } = useNavigation();
  const isOf = (intent: string) => lastResult?.initialValue?.intent === intent;
  const of = (id: string) =>
    isOf("passkey-rename") && lastResult?.initialValue?.id === id ? lastResult : undefined;
  const removal = isOf("passkey-remove") ? lastResult : undefined;
  return (
    <>
      {passkeys.length === 0 ? (
        <p>
          <Trans>You have no passkeys.</Trans>
        </p>
      ) : (
        <ul className="grid gap-4">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-start gap-4">
              <KeyRound aria-hidden className="mt-0.5 size-6 shrink-0 stroke-[1.5] text-muted" />
              <div className="min-w-0 flex-1">
                <p className="wrap-anywhere font-medium">{passkey.name}</p>
                <p className="text-muted text-sm">
                  <LastUse passkey={passkey} />
                </p>
                <details className="mt-1" open={of(passkey.id) !== undefined}>
                  <summary className="touch-around w-fit cursor-pointer rounded-sm text-sm">
                    <Trans>Rename</Trans>
                  </summary>
                  <RenameForm key={passkey.name} passkey={passkey} lastResult={of(passkey.id)} />
                </details>
              </div>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="passkey-remove" />
                <input type="hidden" name="id" value={passkey.id} />
                <Button
                  type="submit"
                  variant="quiet"
                  size="small"
                  busy={formData?.get("intent") === "passkey-remove" && formData.get("id") === passkey.id}
                  busyLabel={t`Removing...`}
                  aria-label={t`Remove ${{ name: passkey.name }}`}
                >
                  <Trans>Remove</Trans>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <FormError id="passkey-removal" errors={removal?.error?.[""] ?? undefined} />
      <AddPasskey key={passkeys.length} lastResult={isOf("passkey-add") ? lastResult : undefined} />
    </>
  );
}

function LastUse({ passkey: { lastUsedAt, createdAt } }: { passkey: PasskeyView }) {
  return lastUsedAt ? (
    <span key="used">
      <Trans>
        Last used <TimeAgo iso={lastUsedAt} />
      </Trans>
    </span>
  ) : (
    <span key="added">
      <Trans>
        Added <TimeAgo iso={createdAt} />
      </Trans>
    </span>
  );
}

function RenameForm({ passkey, lastResult }: { passkey: PasskeyView } & Pick<Props, "lastResult">) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("passkey-rename", lastResult, passkey);
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="mt-3 grid max-w-sm gap-3">
      <input type="hidden" name="intent" value="passkey-rename" />
      <input {...getInputProps(fields.id, { type: "hidden" })} />
      <Field label={t`New name`} {...inputProps(fields.name)} limit={PASSKEY_NAME_MAX} autoComplete="off" />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button
        type="submit"
        variant="quiet"
        size="small"
        busy={busy}
        busyLabel={t`Saving...`}
        className="justify-self-start"
      >
        <Trans context="form">Save</Trans>
      </Button>
    </Form>
  );
}

/** Renders the form that adds a passkey. It needs JavaScript, as WebAuthn does. */
function AddPasskey({ lastResult }: Pick<Props, "lastResult">) {
  const { t } = useLingui();
  const submit = useSubmit();
  const hasPasskeys = useHasPasskeys();
  const [isMaking, setIsMaking] = useState(false);
  const { form, fields, busy } = useSettingsForm("passkey-add", lastResult);
  if (!hasPasskeys)
    return (
      <p className="mt-4 text-muted text-sm">
        <Trans>Adding one needs JavaScript and a browser with passkeys.</Trans>
      </p>
    );
  async function add(name: string) {
    setIsMaking(true);
    const made = await makePasskey();
    setIsMaking(false);
    if (made)
      void submit(
        { intent: "passkey-add", name, passkey: made.passkey },
        { method: "post", preventScrollReset: true },
      );
  }
  const { onSubmit, ...formProps } = getFormProps(form);
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        onSubmit(event);
        if (event.defaultPrevented) return;
        event.preventDefault();
        void add(String(new FormData(event.currentTarget).get("name")));
      }}
      className="mt-6 grid max-w-sm gap-4"
    >
      <Field
        label={t`Name of the new passkey`}
        {...inputProps(fields.name)}
        limit={PASSKEY_NAME_MAX}
        placeholder={t`My laptop`}
        autoComplete="off"
      />
      <Button
        type="submit"
        busy={isMaking || busy}
        busyLabel={t`Waiting for your device...`}
        className="justify-self-start"
      >
        <Trans>Add a passkey</Trans>
      </Button>
    </form>
  );
}
