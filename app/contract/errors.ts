import { RATE_LIMIT_PERIOD_SECONDS } from "./request-limits";
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
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every error reply. `errors` has the messages of each field. */
export const errorBody = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** An error that the member may read. Any other thrown error is a bug: 500, without details. */
export class AppError extends Error {
  override readonly name = "AppError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields?: Record<string, string[]>,
    /** Seconds until a retry can succeed, if known; for `rate_limited`. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get status(): number {
    return errorStatus[this.code];
  }

  /** The headers of its reply, for calls and pages. */
  get headers(): Record<string, string> {
    if (this.code !== "rate_limited") return {};
    return { "Retry-After": String(this.retryAfter ?? RATE_LIMIT_PERIOD_SECONDS) };
  }

  get body(): ErrorBody {
    return this.fields ? { message: this.message, errors: this.fields } : { message: this.message };
  }
}

/** The refusal of the log-in of a suspended member, who has proved their identity. */
export class SuspendedError extends AppError {
  constructor(
    message: string,
    readonly memberId: string,
  ) {
    super("forbidden", message);
  }
}

/** Returns an error whose message is also that of a form field. */
export function fieldError(code: ErrorCode, field: string, message: string): AppError {
  return new AppError(code, message, { [field]: [message] });
}

/** Returns the error of a field that breaks a rule (docs/product.md#validation). */
export function invalid(field: string, message: string): AppError {
  return fieldError("invalid", field, message);
}

/** Returns the error of a request that needs a signed-in member. */
export function unauthenticated(): AppError {
  return new AppError("unauthenticated", LOG_IN_FIRST);
}
