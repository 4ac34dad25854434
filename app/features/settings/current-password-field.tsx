import type { FieldMetadata } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import { inputProps } from "~/ui/field-props";
import { PasswordField } from "~/ui/password-field";

/** Renders the field for the password that a change requires. */
export function CurrentPasswordField({
  field,
}: {
  field: FieldMetadata<string, Record<string, unknown>, string[]>;
}) {
  const { t } = useLingui();
  return (
    <PasswordField
      label={t`Current password`}
      {...inputProps(field, "password")}
      autoComplete="current-password"
    />
  );
}
