declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * Radix locks the page's scroll with a style element of its own, which the content security policy refuses without the
 * page's nonce. Its `get-nonce` reads this global; the page's own scripts carry the value.
 */
if (typeof document !== "undefined") {
  globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
}

export {};
