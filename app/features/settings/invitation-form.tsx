import { getFormProps, type SubmissionResult } from "@conform-to/react";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Form } from "react-router";
import { INVITATION_DAYS, INVITATION_USES_MAX } from "~/contract/account-limits";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { inputProps } from "~/ui/field-props";
import { FormError } from "~/ui/form-error";
import { useSettingsForm } from "./use-settings-form";

interface Props {
  /** The people whom the member can still invite; null without a limit. */
  left: number | null;
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the form that makes an invitation link. */
export function InvitationForm({ left, lastResult }: Props) {
  const { t } = useLingui();
  const { form, fields, busy } = useSettingsForm("invite", lastResult, { uses: 1, days: 7 });
  if (left === 0)
    return (
      <p>
        <Trans>You have invited as many people as you can for now. Please try again in some days.</Trans>
      </p>
    );
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-sm gap-4">
      <input type="hidden" name="intent" value="invite" />
      <Field
        label={t`People who can use the link`}
        {...inputProps(fields.uses, "number")}
        min={1}
        max={left ?? INVITATION_USES_MAX}
        hint={
          left === null
            ? undefined
            : t({ message: plural(left, { one: "# is left.", other: "# are left." }) })
        }
      />
      <Field
        label={t`Days until it ends`}
        {...inputProps(fields.days, "number")}
        min={1}
        max={INVITATION_DAYS}
      />
      <FormError id={form.errorId} errors={form.errors} allErrors={form.allErrors} />
      <Button type="submit" busy={busy} busyLabel={t`Saving...`} className="justify-self-start">
        <Trans>Make a link</Trans>
      </Button>
    </Form>
  );
}
