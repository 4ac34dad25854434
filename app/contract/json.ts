import { JSON_PARTS_MAX } from "./request-limits";

/** Matches escapes of surrogates. Raw text cannot contain lone ones: it was decoded from UTF-8. */
const SURROGATE_ESCAPE = /\\u[dD]/;

/**
 * Parses the JSON of a client. Replaces lone surrogates by U+FFFD as the database does, so that the first reply equals
 * later reads. A text of more parts than any payload has is not parsed.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  if (hasTooManyParts(text)) throw new SyntaxError("The JSON has too many parts.");
  return SURROGATE_ESCAPE.test(text) ? JSON.parse(text, wholeCharacters) : JSON.parse(text);
}

/** Each value and member follows one of these characters. Those within texts count too: a long one has fewer. */
function hasTooManyParts(text: string): boolean {
  if (text.length <= JSON_PARTS_MAX) return false;
  let left = JSON_PARTS_MAX;
  for (const character of [",", "[", "{"]) {
    for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  }
  return false;
}

function wholeCharacters(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}
