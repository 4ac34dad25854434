import { eq } from "drizzle-orm";
import { pushSubscriptions } from "~/db/schema";
import type { MemberCtx } from "../context";

/** Pushes nothing to the device of the viewer's session any more. Idempotent. */
export async function turnPushOff({ db, viewer }: MemberCtx): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, viewer.sessionId));
}
