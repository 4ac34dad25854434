import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";

/** Returns the properties of a `Field` for the field of a form, with its errors. */
export function inputProps<Value>(
  field: FieldMetadata<Value>,
  type: "email" | "number" | "password" | "text" | "time" = "text",
) {
  return { ...getInputProps(field, { type }), error: field.errors };
}

/** Returns the properties of a `TextArea` for the field of a form, with its errors. */
export function textAreaProps<Value>(field: FieldMetadata<Value>) {
  return { ...getTextareaProps(field), error: field.errors };
}
