/** Matches escapes of surrogates. Raw text cannot contain lone ones: it was decoded from UTF-8. */
const SURROGATE_ESCAPE = /\\u[dD]/;

/**
 * Parses the JSON of a client. Replaces lone surrogates by U+FFFD as the database does, so that the first reply and later
 * reads are the same.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return SURROGATE_ESCAPE.test(text) ? JSON.parse(text, wholeCharacters) : JSON.parse(text);
}

function wholeCharacters(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}
