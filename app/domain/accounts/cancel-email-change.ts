import type { MemberCtx } from "../context";
import { voidEmailChange } from "./void-email-change";

/** Voids the links to a new email address that the viewer has not confirmed. Idempotent. */
export async function cancelEmailChange({ db, viewer, now }: MemberCtx): Promise<void> {
  await voidEmailChange(db, viewer.id, now().toISOString());
}
