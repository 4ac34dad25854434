import type { SessionUser } from "~/contract/accounts";
import type { MemberCtx } from "../context";

/** The viewer as the session call tells them. */
export function readAccount({ viewer }: MemberCtx): SessionUser {
  const { sessionId: _session, isSetUp: _isSetUp, aiHidden: _aiHidden, ...user } = viewer;
  return user;
}
