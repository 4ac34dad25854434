import { sql } from "drizzle-orm";
import { type UsernameCheck, username as usernameRule } from "~/contract/accounts";
import type { MemberCtx } from "../context";

export const USERNAME_TAKEN = "This username is already taken.";

/** Returns whether a username is reserved: React Router serves paths that end in ".data" as page data, not as pages. */
export function isReserved(username: string): boolean {
  return username.toLowerCase().endsWith(".data");
}

/** Returns whether the viewer can take a username now, and a text for the form. It does not reveal who has it. */
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
