import { unauthenticated } from "~/contract/errors";
import { isSessionEnded } from "~/db/violations";
import type { Ctx } from "../context";

/**
 * Returns the error for a request that failed: `unauthenticated` when the viewer's session ended while the request ran
 * or while their hub still had it cached, every other error unchanged. The hub then ends the session too.
 */
export function orSessionEnded(
  { realtime, viewer }: Pick<Ctx, "realtime" | "viewer">,
  error: unknown,
): unknown {
  if (!viewer || !isSessionEnded(error)) return error;
  realtime.endSessions(viewer.id, [viewer.sessionId]);
  return unauthenticated();
}
