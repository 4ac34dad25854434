import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Field, type FieldProps } from "~/ui/field";

/** The codes that a field takes: those of an authenticator app, recovery codes, or both. */
type Takes = "app" | "recovery" | "any";

/** Digits are typed with a number pad; only recovery codes have letters. */
const inputOf = {
  app: { label: msg`Code`, autoComplete: "one-time-code", inputMode: "numeric" },
  recovery: { label: msg`Recovery code`, autoComplete: "off" },
  any: { label: msg`Code`, autoComplete: "one-time-code" },
} as const;

/** Renders the field for a code of an authenticator app, or for a recovery code. */
export function CodeField({ takes, ...props }: Omit<FieldProps, "label"> & { takes: Takes }) {
  const { t } = useLingui();
  const { label, ...input } = inputOf[takes];
  return <Field autoCapitalize="characters" spellCheck={false} {...props} {...input} label={t(label)} />;
}
