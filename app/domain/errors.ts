import type { ErrorBody, ErrorCode } from "~/contract/errors";
import { errorStatus } from "~/contract/errors";

/** A refusal that the member may read. Anything else thrown is a fault of ours: 500, without details. */
export class AppError extends Error {
  override readonly name = "AppError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly fields?: Record<string, string[]>,
    /** Seconds until trying again can help, where they are known; for `rate_limited`. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  get status(): number {
    return errorStatus[this.code];
  }

  get body(): ErrorBody {
    return this.fields ? { message: this.message, errors: this.fields } : { message: this.message };
  }
}

/** A rule of spec point 5 broken: 422, the rule's words both as the message and at the field. */
export function invalid(field: string, message: string): AppError {
  return new AppError("invalid", message, { [field]: [message] });
}
