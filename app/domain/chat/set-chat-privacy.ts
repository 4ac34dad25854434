import { eq } from "drizzle-orm";
import type { ChatPrivacy, ChatPrivacyInput } from "~/contract/chat";
import { users } from "~/db/schema";
import type { MemberCtx } from "../context";

/**
 * Hides or shows when the viewer is typing, and which messages they have read. A member who hides one does not see it
 * of others. Messages that are read while it is hidden stay unread for their sender.
 */
export async function setChatPrivacy(
  ctx: MemberCtx,
  { hidesTyping, hidesReads }: ChatPrivacyInput,
): Promise<ChatPrivacy> {
  const [row = { hidesTyping: false, hidesReads: false }] = await ctx.db
    .update(users)
    .set({ typingHidden: hidesTyping, readsHidden: hidesReads })
    .where(eq(users.id, ctx.viewer.id))
    .returning({ hidesTyping: users.typingHidden, hidesReads: users.readsHidden });
  // The hubs of connections cache who may see them typing.
  if (hidesTyping !== undefined) ctx.realtime.memberChanged(ctx.viewer.id);
  return row;
}
