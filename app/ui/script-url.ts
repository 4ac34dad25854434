interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * Returns the address of a script as Trusted Types require it (W3C Trusted Types); the same text without support.
 * @param url a constant of this code, never a text of members
 */
export function scriptUrl(url: string): string {
  // TypeScript's library lacks it, and its values stand for texts.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy("afterglow", { createScriptURL: (text) => text }).createScriptURL(url) ?? url
  );
}
