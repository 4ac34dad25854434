import { type SQL, sql } from "drizzle-orm";
import { mailboxOf, type SignUpBlockKind } from "~/contract/sign-up-blocks";
import { batchRows } from "~/db/batch";
import { networkNamed } from "~/platform/network";
import { siteEntry } from "./act";
import type { Decider, DecisionCtx } from "./decision-plan";

type BlockCtx = Pick<DecisionCtx, "db" | "now">;

/** A block of sign-ups as it is stored, and its name in the log. */
export interface Block {
  kind: SignUpBlockKind;
  value: string;
  /** Without the local part of an email address, because the log is kept for ever. */
  logged: string;
}

/** Returns the block of an email address with all its tags, or of a domain with its subdomains; null for other text. */
export function emailBlock(text: string): Block | null {
  const value = text.trim().toLowerCase().replace(/^@/, "");
  const [, local, domain = ""] = /^(?:([^@\s]+)@)?([^@\s]+)$/.exec(value) ?? [];
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain)) return null;
  if (local === undefined) return { kind: "domain", value: domain, logged: domain };
  return { kind: "email", value: mailboxOf(value), logged: `an address at ${domain}` };
}

/** Returns the block of a network in CIDR notation, or of an IP address; null for another text. */
export function networkBlock(text: string): Block | null {
  const value = networkNamed(text);
  return value === null ? null : { kind: "network", value, logged: value };
}

/** A block in force. */
export interface StoredBlock {
  kind: SignUpBlockKind;
  value: string;
  until: string | null;
  since: string;
}

/** Returns the blocks in force, by kind and value. */
export function listBlocks({ db, now }: BlockCtx): Promise<StoredBlock[]> {
  return db.all<StoredBlock>(sql`
    SELECT kind AS kind, value AS value, until AS until, created_at AS since FROM sign_up_blocks
    WHERE kind <> 'deleted' AND (until IS NULL OR until > ${now().toISOString()}) ORDER BY kind, value`);
}

const isBlock = ({ kind, value }: Block): SQL => sql`kind = ${kind} AND value = ${value}`;

/** A block with its end. */
export interface TimedBlock {
  block: Block;
  until: string | null;
}

/** Most blocks of one list: they are one value, and D1 has values of at most 2 MB. */
export const BLOCKS_AT_ONCE = 5000;

/**
 * Blocks sign-ups, or changes the ends of blocks, in one transaction, and logs it: several blocks as one entry with
 * their number. Idempotent: blocks that are in force with the same end change and log nothing.
 * @returns the number of those that are new or changed
 * @throws RangeError for more than BLOCKS_AT_ONCE
 */
export async function blockSignUps(
  { db, now }: BlockCtx,
  decider: Decider,
  blocks: readonly TimedBlock[],
  note: string,
): Promise<number> {
  if (blocks.length > BLOCKS_AT_ONCE) throw new RangeError(`At most ${BLOCKS_AT_ONCE} blocks at once.`);
  const at = now();
  const given = JSON.stringify(blocks.map(({ block: { kind, value }, until }) => ({ kind, value, until })));
  const changed = sql`(SELECT count(*) FROM json_each(${given}) g WHERE NOT EXISTS (
    SELECT 1 FROM sign_up_blocks b WHERE b.kind = g.value ->> 'kind' AND b.value = g.value ->> 'value' AND b.until IS g.value ->> 'until'))`;
  const [only, ...others] = blocks;
  const { subject, name, until } =
    only && others.length === 0
      ? { subject: only.block.kind, name: only.block.logged, until: only.until }
      : { subject: "list", name: sql`${changed} || ' blocks'`, until: null };
  const [[row]] = (await batchRows(db, [
    sql`SELECT ${changed} AS changed`,
    siteEntry(decider, { action: "block", subject, name, note }, at, until, sql`${changed} > 0`),
    sql`INSERT INTO sign_up_blocks (kind, value, until, created_at)
      SELECT value ->> 'kind', value ->> 'value', value ->> 'until', ${at.toISOString()} FROM json_each(${given}) WHERE true
      ON CONFLICT (kind, value) DO UPDATE SET until = excluded.until`,
  ])) as [[{ changed: number }]];
  return row.changed;
}

/** Ends a block of sign-ups, and logs it. @returns false when there is none */
export async function unblockSignUps(
  ctx: BlockCtx,
  decider: Decider,
  block: Block,
  note: string,
): Promise<boolean> {
  const exists = sql`EXISTS (SELECT 1 FROM sign_up_blocks WHERE ${isBlock(block)})`;
  const entry = { action: "unblock", subject: block.kind, name: block.logged, note } as const;
  const [logged = []] = await batchRows(ctx.db, [
    siteEntry(decider, entry, ctx.now(), null, exists),
    sql`DELETE FROM sign_up_blocks WHERE ${isBlock(block)}`,
  ]);
  return logged.length > 0;
}
