interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
}

/**
 * Returns the address of a script in the form that Trusted Types ask for (W3C Trusted Types); the same text in browsers without them.
 * @param url a constant of this code, never a text of members
 */
export function scriptUrl(url: string): string {
  // TypeScript's library lacks it, and its values stand for texts.
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  return (
    trustedTypes?.createPolicy("afterglow", { createScriptURL: (text) => text }).createScriptURL(url) ?? url
  );
}
