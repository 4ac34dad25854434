import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { Button, type ButtonProps } from "~/ui/button";

interface Props extends Pick<ButtonProps, "variant" | "aria-label"> {
  action: string;
  /** The key that presses it. */
  shortcut?: string;
  /** The `id` that its form sends, on a page with several forms. */
  formId?: string;
  children: ReactNode;
}

/** Renders a button that submits a form of the desk with an action. */
export function ActionButton({ action, shortcut, formId, ...button }: Props) {
  const { t } = useLingui();
  const { formData } = useNavigation();
  const isSent = formData?.get("action") === action;
  return (
    <Button
      {...button}
      type="submit"
      name="action"
      value={action}
      aria-keyshortcuts={shortcut}
      busy={isSent && (formId === undefined || formData.get("id") === formId)}
      busyLabel={t`Storing...`}
    />
  );
}
