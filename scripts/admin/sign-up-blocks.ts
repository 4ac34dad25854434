import { newId } from "~/contract/ids";
import { mailboxOf, type SignUpBlockKind } from "~/contract/sign-up-blocks";
import { networkNamed } from "~/platform/network";
import { CommandError } from "../command";
import { endOf, OPERATOR, type Options, quote, type Statements } from "./statement";

/** Selects the blocks in force. */
export const BLOCKS = `SELECT kind, value, until, created_at AS since FROM sign_up_blocks
WHERE kind <> 'deleted' AND (until IS NULL OR until > strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) ORDER BY kind, value`;

/** A block of sign-ups as it is stored, and its name in the log. */
interface Block {
  kind: SignUpBlockKind;
  value: string;
  /** Without the local part of an email address, because the log is kept for ever. */
  logged: string;
}

/** Returns the block of an email address, with all its tags, or of a domain with all below it. */
export function emailBlock(text: string): Block {
  const value = text.trim().toLowerCase().replace(/^@/, "");
  const [, local, domain = ""] = /^(?:([^@\s]+)@)?([^@\s]+)$/.exec(value) ?? [];
  if (!/^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain))
    throw new CommandError("Please enter an email address or a domain, such as spam.example.");
  if (local === undefined) return { kind: "domain", value: domain, logged: domain };
  return { kind: "email", value: mailboxOf(value), logged: `an address at ${domain}` };
}

/** Returns the block of a network. */
export function networkBlock(text: string): Block {
  const value = networkNamed(text);
  if (value === null)
    throw new CommandError(
      "Please enter an IP address or a network, such as 203.0.113.0/24 (from /8) or 2001:db8::/32 (from /16 to /64).",
    );
  return { kind: "network", value, logged: value };
}

const isBlock = ({ kind, value }: Block) => `kind = ${quote(kind)} AND value = ${quote(value)}`;

/** Returns the statement that logs a block or its end. @param condition must hold, else nothing is logged */
function logBlock(
  id: string,
  action: "block" | "unblock",
  { kind, logged }: Block,
  { note = "", now, until = null }: Pick<Options, "note" | "now"> & { until?: string | null },
  condition = "TRUE",
): string {
  return `INSERT INTO moderation_log (id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, until, created_at)
SELECT ${quote(id)}, ${quote(OPERATOR)}, ${quote(action)}, '', ${quote(logged)}, 'site', ${quote(kind)}, 'other', ${quote(note)},
  ${until ? quote(until) : "NULL"}, ${quote(now.toISOString())} WHERE ${condition}`;
}

/** Blocks sign-ups, or changes the end of a block. */
export function block(one: Block, { days, ...options }: Options): Statements {
  const { now } = options;
  const id = newId(now.getTime());
  const until = endOf(days, now);
  return {
    writes: true,
    statements: [
      logBlock(id, "block", one, { ...options, until }),
      `INSERT INTO sign_up_blocks (kind, value, until, created_at)
VALUES (${quote(one.kind)}, ${quote(one.value)}, ${until ? quote(until) : "NULL"}, ${quote(now.toISOString())})
ON CONFLICT (kind, value) DO UPDATE SET until = excluded.until`,
      `SELECT kind, value AS blocked, until FROM sign_up_blocks WHERE ${isBlock(one)}`,
    ],
  };
}

/** Ends a block of sign-ups. */
export function unblock(one: Block, options: Options): Statements {
  const id = newId(options.now.getTime());
  return {
    writes: true,
    missing: `${one.value} is not blocked.`,
    statements: [
      logBlock(id, "unblock", one, options, `EXISTS (SELECT 1 FROM sign_up_blocks WHERE ${isBlock(one)})`),
      `DELETE FROM sign_up_blocks WHERE ${isBlock(one)}`,
      `SELECT subject_id AS kind, ${quote(one.value)} AS unblocked FROM moderation_log WHERE id = ${quote(id)}`,
    ],
  };
}
