import { AppError, bodyOf } from "~/contract/errors";
import { INTERNAL_ERROR } from "~/contract/texts";
import { logError } from "~/platform/log";
import type { AppContext, Edge } from "../context";

/** Returns the reply for an error: `{message, code, …}`, never a stack or SQL. */
export function errorReply(c: AppContext, error: unknown): Response {
  if (error instanceof AppError) {
    return c.json(error.body, error.status as 400, error.headers);
  }
  // The client has closed the request, so the error is not logged.
  if (c.req.raw.signal.aborted) return new Response(null, { status: 499 });
  // Nothing is set before the first middleware, nor for a socket.
  const edge: Edge | undefined = c.get("edge");
  logError(error, { ...edge?.call });
  return c.json(bodyOf(INTERNAL_ERROR), 500);
}
