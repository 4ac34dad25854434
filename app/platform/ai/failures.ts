import { AppError, invalid } from "~/contract/errors";

/** What went wrong at the binding, as far as it decides what comes next. */
export type Failure = "busy" | "spent" | "refused" | "too large" | "failed";

/** Words of a refusal: 3030 also covers faults that are none of the prompt's. */
const REFUSAL = /nsfw|flagged|polic|prohibited|unsafe|not allowed|inappropriate|sensitive/i;

/** The binding throws an Error whose message is "<code>: <description>"; there is no other way to know. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const code = Number(/^\W*(\d{4}):/.exec(message)?.[1]);
  if (code === 3040) return "busy";
  // The account's daily allocation: another model would not help.
  if (code === 3036) return "spent";
  if (code === 8007 || (code === 3030 && REFUSAL.test(message))) return "refused";
  if (code === 3006) return "too large";
  return "failed";
}

/** What the member is told; `words` is the failure's text for this tool (spec point 8). The cause is kept for the log. */
export function toldAs(failure: Failure, words: string, cause: unknown): AppError {
  const told = {
    busy: () => new AppError("rate_limited", "The AI engine is busy. Please try again in a moment."),
    spent: () => new AppError("rate_limited", "The AI engine is busy. Please try again later."),
    refused: () => invalid("prompt", "The AI engine refused this prompt. Please describe something else."),
    "too large": () => new AppError("too_large", "Image too large"),
    failed: () => new AppError("ai_failed", words),
  }[failure]();
  told.cause = cause;
  return told;
}
