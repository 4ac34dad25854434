import { sql } from "drizzle-orm";
import { type UsernameCheck, username as usernameRule } from "~/contract/accounts";
import type { MemberCtx } from "../context";

export const USERNAME_TAKEN = "This username is already taken.";

/** React Router takes a path that ends so for the data of a page, and the member's profile could not be opened. */
export function isReserved(username: string): boolean {
  return username.toLowerCase().endsWith(".data");
}

/** Whether the viewer could go by a username now. It says nothing about who does. */
export async function checkUsername(ctx: MemberCtx, wanted: string): Promise<UsernameCheck> {
  const broken = usernameRule.safeParse(wanted).error?.issues[0];
  if (broken) return { available: false, message: broken.message };
  if (isReserved(wanted)) return { available: false, message: USERNAME_TAKEN };
  const { isTaken } = await ctx.db.get<{ isTaken: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM users WHERE lower(username) = lower(${wanted}) AND id <> ${ctx.viewer.id})
      OR EXISTS (SELECT 1 FROM former_usernames
        WHERE username = lower(${wanted}) AND user_id <> ${ctx.viewer.id} AND expires_at > ${ctx.now().toISOString()})
      AS isTaken`);
  return isTaken
    ? { available: false, message: USERNAME_TAKEN }
    : { available: true, message: "This username is available." };
}
