import { msg } from "@lingui/core/runtime-macro";
import { type SQL, sql } from "drizzle-orm";
import { DELETED_EMAIL_DAYS } from "~/contract/account-limits";
import { AppError, invalid } from "~/contract/errors";
import { domainsOf, mailboxOf, type SignUpBlockKind } from "~/contract/sign-up-blocks";
import { DAY_MS } from "~/contract/time";
import { networksAround } from "~/platform/network";
import type { Ctx } from "../context";

type BlockCtx = Pick<Ctx, "now" | "fingerprint">;

/** Returns what is hashed of the address of a deleted account. */
export const deletedEmailText = (email: string): string => `deleted email ${email}`;

const deletedValue = ({ fingerprint }: BlockCtx, email: string) => fingerprint(deletedEmailText(email));

/**
 * Returns the query for the kinds of all that stops a sign-up with an email address, or a change to it: the operator's
 * blocks, a deleted account, and a suspended account with the same mailbox.
 * @param email in lower case
 * @param network the network of a sign-up
 */
export function blocksOf(ctx: BlockCtx, email: string, network = ""): SQL {
  const mailbox = mailboxOf(email);
  const values: [SignUpBlockKind, string][] = [
    ["email", mailbox],
    ["deleted", deletedValue(ctx, email)],
    ...domainsOf(email).map((domain): [SignUpBlockKind, string] => ["domain", domain]),
    ...networksAround(network).map((name): [SignUpBlockKind, string] => ["network", name]),
  ];
  const at = mailbox.lastIndexOf("@");
  const [local, domain] = [mailbox.slice(0, at), mailbox.slice(at)];
  // In ASCII the comma follows the plus sign. Members with the same part before it are few.
  const isSameMailbox = sql`(lower(email) = ${mailbox}
    OR lower(email) > ${`${local}+`} AND lower(email) < ${`${local},`} AND substr(email, -${domain.length}) = ${domain})`;
  return sql`
    SELECT b.kind AS kind FROM json_each(${JSON.stringify(values)}) v
      JOIN sign_up_blocks b ON b.kind = v.value ->> 0 AND b.value = v.value ->> 1
    WHERE b.until IS NULL OR b.until > ${ctx.now().toISOString()}
    UNION ALL
    SELECT 'suspended' AS kind FROM users
    WHERE ${isSameMailbox} AND EXISTS (SELECT 1 FROM suspensions WHERE member_id = users.id)`;
}

/** Returns the error of what `blocksOf` has found; null when that is nothing. It does not reveal the reason. */
export function blockError(rows: Record<string, unknown>[] = []): AppError | null {
  if (rows.length === 0) return null;
  if (rows.every(({ kind }) => kind === "network"))
    return new AppError("forbidden", msg`Nobody can sign up from this network at the moment.`);
  return invalid("email", msg`This email cannot be used at the moment. Please use another one.`);
}

/**
 * Returns the statement that keeps the address of an account that is about to be deleted from new sign-ups for a time.
 * An address that was never confirmed may be somebody else's, who must be able to sign up.
 */
export function blockDeletedEmail(ctx: BlockCtx, { id, email }: { id: string; email: string }): SQL {
  const now = ctx.now();
  const until = new Date(now.getTime() + DELETED_EMAIL_DAYS * DAY_MS).toISOString();
  return sql`
    INSERT INTO sign_up_blocks (kind, value, until, created_at)
    SELECT 'deleted', ${deletedValue(ctx, email)}, ${until}, ${now.toISOString()} FROM users WHERE id = ${id} AND email_confirmed
    ON CONFLICT (kind, value) DO UPDATE SET until = excluded.until`;
}
