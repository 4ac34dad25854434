import { type FieldMetadata, getInputProps } from "@conform-to/react";
import { PasswordField } from "~/ui/password-field";

/** Renders the field for the password that a change requires. */
export function CurrentPasswordField({
  field,
}: {
  field: FieldMetadata<string, Record<string, unknown>, string[]>;
}) {
  return (
    <PasswordField
      label="Current password"
      {...getInputProps(field, { type: "password" })}
      error={field.errors}
      autoComplete="current-password"
    />
  );
}
