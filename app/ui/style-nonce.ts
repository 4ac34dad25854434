declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * Radix locks the page's scrolling with a style element, which the content security policy allows only with the page's
 * nonce. Radix's `get-nonce` reads this global; the page's own scripts carry the value.
 */
if (typeof document !== "undefined") {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
}

export {};
