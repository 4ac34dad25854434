import { type SQL, sql } from "drizzle-orm";
import { RESET_LINK_MINUTES } from "~/contract/account-limits";
import { MINUTE_MS } from "~/contract/time";
import type { Ctx } from "../context";
import { tokenId } from "./session-token";

/** The tables of links that are sent by mail. Each has a row per link, with the hash of its token as id. */
type LinkTable = "password_resets" | "email_changes" | "email_undos" | "alert_links";

/**
 * Returns the part of a statement after FROM that finds the row of a link, or none if it is unknown, used or expired.
 * @param at the current time; the same for all statements of a batch, so that the link is valid in all or in none
 */
export function validLink(table: LinkTable, token: string, at: string): SQL {
  return sql`${sql.identifier(table)} WHERE id = ${tokenId(token)} AND used_at IS NULL AND expires_at > ${at}`;
}

/**
 * Returns the statement that stores a link to set a new password.
 * @param userId of its member; of a NULL nothing is stored
 */
export function insertResetLink(token: string, userId: string | SQL, now: Date): SQL {
  const until = new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE_MS).toISOString();
  return sql`
    INSERT INTO password_resets (id, user_id, expires_at, created_at)
    SELECT ${tokenId(token)}, id, ${until}, ${now.toISOString()} FROM users WHERE id = ${userId}`;
}

interface EmailLink {
  isValid: boolean;
  /** Whether the address is a new one of its member. */
  isNew: boolean;
  /** Whether the account was never confirmed and is not the viewer's: the link then ends all that logs in to it. */
  isForgetting: boolean;
}

/** Returns whether a link that confirms an email address can still be used, and what it does. */
export async function readEmailLink({ db, now, viewer }: Ctx, token: string): Promise<EmailLink> {
  const row = await db.get<{ isNew: number; isForgetting: number } | undefined>(sql`
    SELECT l.email <> u.email AS isNew, NOT u.email_confirmed AND u.id <> ${viewer?.id ?? ""} AS isForgetting
    FROM (SELECT user_id, email FROM ${validLink("email_changes", token, now().toISOString())}) l JOIN users u ON u.id = l.user_id`);
  return { isValid: row !== undefined, isNew: row?.isNew === 1, isForgetting: row?.isForgetting === 1 };
}

/** Returns whether a link can still be used. */
export async function isValidLink({ db, now }: Ctx, table: LinkTable, token: string): Promise<boolean> {
  const row = await db.get<{ id: string } | undefined>(
    sql`SELECT id AS id FROM ${validLink(table, token, now().toISOString())}`,
  );
  return row !== undefined;
}
