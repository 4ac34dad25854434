import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { AppError, invalid } from "~/contract/errors";

/** The kinds of failure of the binding that are handled differently. */
export type Failure = "busy" | "quota" | "refused" | "too large" | "failed";

/** Matches messages about a refused prompt: code 3030 covers other errors too. */
const REFUSAL = /nsfw|flagged|polic|prohibited|unsafe|not allowed|inappropriate|sensitive/i;

/** The cause of the error for a reply that cannot be used, which costs what a good one costs. */
export class UselessReply extends Error {}

/** Returns whether a model has replied, although the call failed. */
export const hasReplied = (error: unknown): boolean =>
  error instanceof AppError && error.cause instanceof UselessReply;

/** Returns the kind of failure, from the message "<code>: <description>" of the Error that the binding throws. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  const code = Number(/^\W*(\d{4}):/.exec(message)?.[1]);
  if (code === 3040) return "busy";
  // The account's daily allocation is used up.
  if (code === 3036) return "quota";
  if (code === 8007 || (code === 3030 && REFUSAL.test(message))) return "refused";
  if (code === 3006) return "too large";
  return "failed";
}

/** Returns the error for the member. @param text of this tool (docs/product.md#errors) @param cause for the log */
export function toAppError(failure: Failure, text: MessageDescriptor, cause: unknown): AppError {
  const error = {
    busy: () => new AppError("rate_limited", msg`The AI engine is busy. Please try again in a moment.`),
    quota: () => new AppError("rate_limited", msg`The AI engine is busy. Please try again later.`),
    refused: () => invalid("prompt", msg`The AI engine refused this prompt. Please describe something else.`),
    "too large": () => new AppError("too_large", msg`Image too large`),
    failed: () => new AppError("ai_failed", text),
  }[failure]();
  error.cause = cause;
  return error;
}
