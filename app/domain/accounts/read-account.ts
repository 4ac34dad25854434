import type { SessionUser } from "~/contract/accounts";
import type { ViewerCtx } from "../context";

/** Returns the viewer as `GET /api/auth/me` describes them. */
export function readAccount({ viewer }: ViewerCtx): SessionUser {
  const { id, email, fullName, username, bio, profileImage } = viewer;
  return { id, email, fullName, username, bio, profileImage };
}
