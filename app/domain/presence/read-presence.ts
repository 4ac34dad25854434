import { sql } from "drizzle-orm";
import type { PresenceInput } from "~/contract/presence";
import { readRows, viewerQuery } from "~/db/viewer-query";
import type { MemberCtx } from "../context";

/** Returns whether the viewer hides their presence. */
export async function readPresence(ctx: MemberCtx): Promise<PresenceInput> {
  const [[row]] = await readRows(ctx, presenceRow());
  return { hidden: row?.hidden === 1 };
}

/** The viewer's row of `readPresence`. */
export const presenceRow = viewerQuery<void, { hidden: number }>({
  text: (viewer) => sql`SELECT presence_hidden AS hidden FROM users WHERE id = ${viewer}`,
});
