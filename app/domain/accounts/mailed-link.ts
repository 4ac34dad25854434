import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../context";
import { tokenId } from "./session-token";

/** The tables of links that are sent by mail. Each has a row per link, with the hash of its token as id. */
type LinkTable = "password_resets" | "email_changes" | "email_undos";

/**
 * Returns the part of a statement after FROM that finds the row of a link, or none if it is unknown, used or expired.
 * @param at the current time; the same for all statements of a batch, so that the link is valid in all or in none
 */
export function validLink(table: LinkTable, token: string, at: string): SQL {
  return sql`${sql.identifier(table)} WHERE id = ${tokenId(token)} AND used_at IS NULL AND expires_at > ${at}`;
}

/** Returns whether a link can still be used. */
export async function isValidLink({ db, now }: Ctx, table: LinkTable, token: string): Promise<boolean> {
  const row = await db.get<{ id: string } | undefined>(
    sql`SELECT id AS id FROM ${validLink(table, token, now().toISOString())}`,
  );
  return row !== undefined;
}
