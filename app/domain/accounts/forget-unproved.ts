import { type SQL, sql } from "drizzle-orm";

/** The ways to log in, beside the password and sessions. Devices for pushes end with their session. */
const WAYS_IN = ["passkeys", "totp_secrets", "recovery_codes", "pending_log_ins"] as const;

/** The condition in `users` of an account whose address was never confirmed. */
export const isUnproved = sql`NOT email_confirmed`;

/**
 * Returns the statements that delete the passkeys, app codes, recovery codes and pending log-ins of an account whose
 * address was never confirmed, for the batch that confirms it and before the statement that does. Its maker may be a
 * stranger (docs/decisions/0114-unproved-accounts.md). The caller ends sessions and replaces the password.
 * @param owner the account; of a NULL nothing is deleted
 */
export function forgetUnproved(owner: SQL): SQL[] {
  const unproved = sql`(SELECT id FROM users WHERE id = ${owner} AND ${isUnproved})`;
  return [
    ...WAYS_IN.map((table) => sql`DELETE FROM ${sql.identifier(table)} WHERE user_id = ${unproved}`),
    sql`DELETE FROM held_mails WHERE user_id = ${unproved} AND kind = 'alert'`,
  ];
}
