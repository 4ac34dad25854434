import { Field, type FieldProps } from "~/ui/field";

/** The codes that a field takes: those of an authenticator app, recovery codes, or both. */
type Takes = "app" | "recovery" | "any";

/** Digits are typed with a number pad; only recovery codes have letters. */
const inputOf = {
  app: { label: "Code", autoComplete: "one-time-code", inputMode: "numeric" },
  recovery: { label: "Recovery code", autoComplete: "off" },
  any: { label: "Code", autoComplete: "one-time-code" },
} as const;

/** Renders the field for a code of an authenticator app, or for a recovery code. */
export function CodeField({ takes, ...props }: Omit<FieldProps, "label"> & { takes: Takes }) {
  return <Field autoCapitalize="characters" spellCheck={false} {...props} {...inputOf[takes]} />;
}
