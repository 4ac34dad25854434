import type { Context } from "hono";
import { AppError } from "~/contract/errors";
import { RATE_LIMIT_PERIOD_SECONDS } from "~/contract/limits";

/** What every error looks like on the way out: `{message, errors?}`, never a stack or SQL. */
export function errorReply(c: Context, error: unknown): Response {
  if (error instanceof AppError) {
    if (error.code === "rate_limited")
      c.header("Retry-After", String(error.retryAfter ?? RATE_LIMIT_PERIOD_SECONDS));
    return c.json(error.body, error.status as 400);
  }
  // Nobody waits for this reply: whoever asked has given up, which is no fault of ours to report.
  if (c.req.raw.signal.aborted) return new Response(null, { status: 499 });
  console.error(error);
  return c.json({ message: "Something went wrong on our side. Please try again." }, 500);
}
