import type { SessionUser } from "~/contract/accounts";
import type { MemberCtx } from "../context";

/** Returns the viewer as `GET /api/auth/me` describes them. */
export function readAccount({ viewer }: MemberCtx): SessionUser {
  const { sessionId: _session, isSetUp: _isSetUp, aiHidden: _aiHidden, ...user } = viewer;
  return user;
}
