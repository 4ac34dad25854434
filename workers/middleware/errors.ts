import type { Context } from "hono";
import { AppError } from "~/contract/errors";
import { INTERNAL_ERROR } from "~/contract/texts";
import { logError } from "~/platform/log";

/** Returns the reply for an error: `{message, errors?}`, never a stack or SQL. */
export function errorReply(c: Context, error: unknown): Response {
  if (error instanceof AppError) {
    return c.json(error.body, error.status as 400, error.headers);
  }
  // The client has closed the request, so the error is not logged.
  if (c.req.raw.signal.aborted) return new Response(null, { status: 499 });
  logError(error);
  return c.json({ message: INTERNAL_ERROR }, 500);
}
