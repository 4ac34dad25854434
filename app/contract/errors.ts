import type { I18n, MessageDescriptor } from "@lingui/core";
import { inEnglish, messageIn } from "./messages";
import { RATE_LIMIT_PERIOD_SECONDS, READ_ONLY_RETRY_SECONDS } from "./request-limits";
import { LOG_IN_FIRST } from "./texts";
import { z } from "./zod";

/** The HTTP status of each error code (docs/product.md#errors). */
export const errorStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  /** The member must prove their identity first (docs/product.md#step-up). */
  step_up: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  invalid: 422,
  rate_limited: 429,
  internal: 500,
  /** Workers AI or the embedded engine failed. */
  ai_failed: 502,
  /** The site is in maintenance: nobody can write (docs/moderation.md#maintenance). */
  read_only: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A message for the catalog of the reader's language. Its values are texts, numbers, times, or such messages. */
export const messageCode = z.object({
  /** The id of the message. */
  code: z.string(),
  values: z.record(z.string(), z.unknown()).optional(),
});
export type MessageCode = z.infer<typeof messageCode>;

/** The body of every error reply, in English. `errors` has the messages of each field, `codes` their codes. */
export const errorBody = z.object({
  message: z.string(),
  ...messageCode.shape,
  errors: z.record(z.string(), z.array(z.string())).optional(),
  codes: z.record(z.string(), z.array(messageCode)).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

type FieldTexts = Record<string, MessageDescriptor[]>;

/** An error that the member may read. Any other thrown error is a bug: 500, without details. `message` is English. */
export class AppError extends Error {
  override readonly name = "AppError";

  constructor(
    readonly code: ErrorCode,
    /** For the member, in every language. */
    readonly text: MessageDescriptor,
    readonly fields?: FieldTexts,
    /** Seconds until a retry can succeed, if known; for `rate_limited`. */
    readonly retryAfter?: number,
  ) {
    super(inEnglish(text));
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** The headers of its reply, for calls and pages. */
  get headers(): Record<string, string> {
    const seconds = { rate_limited: RATE_LIMIT_PERIOD_SECONDS, read_only: READ_ONLY_RETRY_SECONDS };
    if (this.code !== "rate_limited" && this.code !== "read_only") return {};
    return { "Retry-After": String(this.retryAfter ?? seconds[this.code]) };
  }

  get body(): ErrorBody {
    return bodyOf(this.text, this.fields);
  }

  /** Its body for a page, whose message is in the page's language. */
  bodyIn(i18n: I18n): ErrorBody {
    return { ...this.body, message: messageIn(i18n, this.text) };
  }
}

/** Returns the body of an error reply. */
export function bodyOf(text: MessageDescriptor, fields?: FieldTexts): ErrorBody {
  const body = { message: inEnglish(text), ...codeOf(text) };
  if (!fields) return body;
  return { ...body, errors: eachField(fields, inEnglish), codes: eachField(fields, codeOf) };
}

function codeOf({ id, values }: MessageDescriptor): MessageCode {
  if (!values) return { code: id };
  const coded = Object.entries(values).map(([name, value]) => [
    name,
    // A message within a message.
    typeof value === "object" && value !== null ? codeOf(value as MessageDescriptor) : value,
  ]);
  return { code: id, values: Object.fromEntries(coded) };
}

/** Returns the messages of fields in another form. */
export function eachField<From, To>(
  fields: Record<string, From[]>,
  change: (message: From) => To,
): Record<string, To[]> {
  const changed = Object.entries(fields).map(([field, messages]) => [field, messages.map(change)]);
  return Object.fromEntries(changed);
}

/** The refusal of the log-in of a suspended member, who has proved their identity. */
export class SuspendedError extends AppError {
  constructor(
    text: MessageDescriptor,
    readonly memberId: string,
  ) {
    super("forbidden", text);
  }
}

/** Returns an error whose message is also that of a form field. */
export function fieldError(code: ErrorCode, field: string, text: MessageDescriptor): AppError {
  return new AppError(code, text, { [field]: [text] });
}

/** Returns the error of a field that breaks a rule (docs/product.md#validation). */
export function invalid(field: string, text: MessageDescriptor): AppError {
  return fieldError("invalid", field, text);
}

/** Returns the error of a request that needs a signed-in member. */
export function unauthenticated(): AppError {
  return new AppError("unauthenticated", LOG_IN_FIRST);
}
