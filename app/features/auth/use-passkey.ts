import { t } from "@lingui/core/macro";
import type { AuthenticationResponseJSON } from "@simplewebauthn/browser";
import { useEffect } from "react";
import type { NewPasskeyOptions } from "~/contract/passkeys";
import { api } from "~/features/api/client";
import { retryImport } from "~/ui/retry-import";
import { showToast } from "~/ui/toast";
import { useHydrated } from "~/ui/use-hydrated";

/** Loaded on demand: only browsers with WebAuthn need it. */
const browserPart = retryImport(() => import("./webauthn.client"));

/** Returns whether this browser can use passkeys; false until hydration, while a button reserves its room. */
export function useHasPasskeys(): boolean {
  return useHydrated() && "PublicKeyCredential" in window;
}

/**
 * Asks for a passkey and returns its response as text; null when the member cancels, or another request takes over.
 * @param isWanted for autofill, which shows no errors: whether to still make the request once the challenge is loaded
 */
export async function askForPasskey(isWanted?: () => boolean): Promise<string | null> {
  const isAutofill = isWanted !== undefined;
  try {
    const { startAuthentication } = await browserPart();
    const optionsJSON = await api("GET /api/auth/passkey/options");
    // It would abort a request by the button.
    if (isWanted?.() === false) return null;
    return JSON.stringify(sent(await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })));
  } catch (error) {
    // NotAllowedError: cancelled or timed out. AbortError: another request took over.
    if (error instanceof Error && /^(NotAllowedError|AbortError)$/.test(error.name)) return null;
    if (!isAutofill) showToast({ kind: "danger", title: t`Passkey failed`, text: t`An error occurred` });
    return null;
  }
}

/** A new passkey's response as text, and `user.id` of the request that it answers. */
interface NewPasskey {
  passkey: string;
  handle: string;
}

/**
 * Makes a new passkey; null when the member cancels or it fails, which a toast says.
 * @param applicant the names of a member who signs up with it; without them it is one of the signed-in member
 */
export async function makePasskey(
  applicant?: Pick<NewPasskeyOptions["user"], "name" | "displayName">,
): Promise<NewPasskey | null> {
  try {
    const { startRegistration } = await browserPart();
    const optionsJSON = applicant
      ? await api("GET /api/auth/signup/passkey/options")
      : await api("GET /api/account/passkeys/options");
    Object.assign(optionsJSON.user, applicant);
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, authenticatorData, publicKey } = response;
    const sent = { id, rawId, type, response: { clientDataJSON, authenticatorData, publicKey } };
    return { passkey: JSON.stringify(sent), handle: optionsJSON.user.id };
  } catch (error) {
    const isCancelled = error instanceof Error && error.name === "NotAllowedError";
    const isKnown = error instanceof Error && error.name === "InvalidStateError";
    const text = isKnown ? t`This device has a passkey for your account already` : t`An error occurred`;
    if (!isCancelled) showToast({ kind: "danger", title: t`Passkey failed`, text });
    return null;
  }
}

/**
 * Offers passkeys in the autofill of the field with `autocomplete="username webauthn"`, until the page is left.
 * @param isPaused while another request is open
 * @param result of the last log-in: after a refused one they are offered again
 */
export function usePasskeyAutofill(run: (passkey: string) => void, isPaused: boolean, result: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one request for each result.
  useEffect(() => {
    if (isPaused) return;
    let isHere = true;
    // Without it the member logs in with the button or the password.
    offer().catch(() => undefined);
    async function offer() {
      const { browserSupportsWebAuthnAutofill } = await browserPart();
      if (!(await browserSupportsWebAuthnAutofill()) || !isHere) return;
      const passkey = await askForPasskey(() => isHere);
      if (passkey && isHere) run(passkey);
    }
    return () => {
      isHere = false;
      browserPart().then(
        ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
        () => undefined,
      );
    };
  }, [isPaused, result]);
}

/** Returns the fields of a response that the contract has. */
function sent({ id, rawId, type, response }: AuthenticationResponseJSON) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}
