import { sql } from "drizzle-orm";
import type { PresenceInput } from "~/contract/presence";
import type { MemberCtx } from "../context";

/** Returns whether the viewer hides their presence. */
export async function readPresence(ctx: MemberCtx): Promise<PresenceInput> {
  const { hidden } = await ctx.db.get<{ hidden: number }>(
    sql`SELECT presence_hidden AS hidden FROM users WHERE id = ${ctx.viewer.id}`,
  );
  return { hidden: hidden === 1 };
}
