/** Halves of characters can only come as escapes (`\ud83d`): raw text has been through UTF-8, which has none. */
const MAY_HOLD_HALVES = /\\u[dD]/;

/**
 * Parses what a client sent. Half a character becomes U+FFFD, as it would in the database: what is answered at once and
 * what is read later are the same.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return MAY_HOLD_HALVES.test(text) ? JSON.parse(text, wholeCharacters) : JSON.parse(text);
}

function wholeCharacters(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}
