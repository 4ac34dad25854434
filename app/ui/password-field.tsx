import { useLingui } from "@lingui/react/macro";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { Field, type FieldProps } from "./field";

/** A password input with a "Show password" button. Needs `autoComplete`: "current-password" or "new-password". */
export function PasswordField(props: Omit<FieldProps, "type" | "trailing">) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? "text" : "password"}
      trailing={
        <button
          type="button"
          aria-label={t`Show password`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="touch inline-flex items-center justify-center rounded-control text-muted hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      }
    />
  );
}
