import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useSubmit } from "react-router";
import { Button } from "~/ui/button";
import { askForPasskey, useHasPasskeys, usePasskeyAutofill } from "./use-passkey";

interface Props {
  /** The form whose "Remember me" counts. */
  formId: string;
  /** The result of the last log-in. */
  result: unknown;
}

/** Renders the button that logs in with a passkey, and offers passkeys in the autofill of the email field. */
export function PasskeyLogin({ formId, result }: Props) {
  const { t } = useLingui();
  const submit = useSubmit();
  const [isAsking, setIsAsking] = useState(false);
  const hasPasskeys = useHasPasskeys();
  function logIn(passkey: string) {
    const form = document.getElementById(formId);
    const remembers = form instanceof HTMLFormElement && new FormData(form).has("rememberMe");
    void submit(
      { intent: "passkey", passkey, ...(remembers ? { rememberMe: "on" } : {}) },
      { method: "post" },
    );
  }
  async function ask() {
    setIsAsking(true);
    const passkey = await askForPasskey();
    setIsAsking(false);
    if (passkey) logIn(passkey);
  }
  usePasskeyAutofill(logIn, isAsking, result);
  return (
    <Button
      variant="quiet"
      wide
      busy={isAsking}
      busyLabel={t`Waiting for your passkey...`}
      onClick={() => void ask()}
      className={hasPasskeys ? undefined : "invisible"}
    >
      <KeyRound aria-hidden />
      <Trans>Use a passkey</Trans>
    </Button>
  );
}
