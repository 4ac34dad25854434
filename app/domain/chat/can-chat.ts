import { type SQL, sql } from "drizzle-orm";
import { AppError } from "~/contract/errors";
import { notBlocked } from "~/db/blocks";
import { areConnected } from "~/db/connections";
import type { ChatCtx } from "./chat-context";

/**
 * A condition, true while two members may exchange messages, read receipts and typing: they are connected and neither has
 * blocked the other (docs/product.md#chat).
 */
export function canChat(memberId: string, otherId: string): SQL {
  return sql`
    ${areConnected(memberId, otherId)} AND ${notBlocked(memberId, otherId)}`;
}

/** @throws AppError `forbidden` when the viewer may not exchange anything with the other member */
export async function requireCanChat(
  { db, viewer }: Pick<ChatCtx, "db" | "viewer">,
  otherId: string,
): Promise<void> {
  const row = await db.get(sql`SELECT 1 WHERE ${canChat(viewer.id, otherId)}`);
  if (row === undefined) throw notConnected();
}

/** The error for a member who may not exchange anything with another one. */
export const notConnected = () => new AppError("forbidden", "Only connections can reach each other.");
