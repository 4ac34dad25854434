import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import type { SecurityView } from "~/contract/security";
import { loneLink } from "~/ui/text-link";
import { Passkeys } from "./passkeys";
import { Section } from "./section";
import { RecoveryCodesShown, type Setup, TwoFactor, TwoFactorSetup } from "./two-factor";

interface Props extends SecurityView {
  setup?: Setup;
  recoveryCodes?: string[];
  lastResult?: SubmissionResult<string[]>;
}

/** Renders the page about how the member logs in (docs/product.md#two-factor-authentication). */
export function SecurityPage({ setup, recoveryCodes, lastResult, ...security }: Props) {
  const isOfPasskey = String(lastResult?.initialValue?.intent).startsWith("passkey-");
  const ofCode = isOfPasskey ? undefined : lastResult;
  return (
    <div className="mx-auto max-w-2xl px-4 py-8">
      <Link to="/settings" className={loneLink}>
        Back to settings
      </Link>
      <h1 className="title mt-4 text-3xl">Security</h1>
      <Section
        title="Passkeys"
        text="Log in with your fingerprint, your face or your device's PIN, without a password and a code."
      >
        <Passkeys passkeys={security.passkeys} lastResult={lastResult} />
      </Section>
      <Section
        title="Two-factor authentication"
        text="Log-ins with your password ask for a code from an app on your phone too."
      >
        {recoveryCodes ? (
          <RecoveryCodesShown codes={recoveryCodes} />
        ) : setup ? (
          <TwoFactorSetup {...setup} lastResult={ofCode} />
        ) : (
          <TwoFactor {...security} lastResult={ofCode} />
        )}
      </Section>
    </div>
  );
}
