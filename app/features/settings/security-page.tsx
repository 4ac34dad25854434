import type { SubmissionResult } from "@conform-to/react";
import { useLingui } from "@lingui/react/macro";
import type { SecurityView } from "~/contract/security";
import { Passkeys } from "./passkeys";
import { Section } from "./section";
import { SettingsPage } from "./settings-page";
import { RecoveryCodesShown, type Setup, TwoFactor, TwoFactorSetup } from "./two-factor";

interface Props extends SecurityView {
  setup?: Setup;
  recoveryCodes?: string[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the page about how the member logs in (docs/product.md#two-factor-authentication). */
export function SecurityPage({ setup, recoveryCodes, lastResult, ...security }: Props) {
  const { t } = useLingui();
  const isOfPasskey = String(lastResult?.initialValue?.intent).startsWith("passkey-");
  const ofCode = isOfPasskey ? undefined : lastResult;
  return (
    <SettingsPage of="security">
      <Section option="passkeys" text={t`Log in with your fingerprint, your face or your device's PIN.`}>
        <Passkeys passkeys={security.passkeys} lastResult={lastResult} />
      </Section>
      <Section option="two-factor" text={t`Your password then needs a code from an app on your phone.`}>
        {recoveryCodes ? (
          <RecoveryCodesShown codes={recoveryCodes} />
        ) : setup ? (
          <TwoFactorSetup {...setup} lastResult={ofCode} />
        ) : (
          <TwoFactor {...security} lastResult={ofCode} />
        )}
      </Section>
    </SettingsPage>
  );
}
