import { newId } from "~/contract/ids";
import { type Role, roles } from "~/contract/moderation";
import { isReportReason, reportReasons } from "~/contract/safety";
import { CommandError } from "../command";
import { BLOCKS, block, emailBlock, networkBlock, unblock } from "./sign-up-blocks";
import { endOf, OPERATOR, type Options, quote, type Statements } from "./statement";

const REASON = "--reason REASON [--days N] [--note TEXT]";
const TIME = "[--days N] [--note TEXT]";

/** The arguments of each command. */
const usages = {
  reports: "reports",
  show: "show REPORT",
  remove: "remove REPORT|POST-ADDRESS --reason REASON [--note TEXT]",
  export: "export USERNAME FILE.zip [--note TEXT]",
  suspend: `suspend USERNAME ${REASON}`,
  unsuspend: "unsuspend USERNAME [--note TEXT]",
  promote: `promote USERNAME ${roles.join("|")}`,
  "end-two-factor": "end-two-factor USERNAME [--note TEXT]",
  "block-email": `block-email ADDRESS|DOMAIN ${TIME}`,
  "unblock-email": "unblock-email ADDRESS|DOMAIN [--note TEXT]",
  "block-network": `block-network ADDRESS|NETWORK ${TIME}`,
  "unblock-network": "unblock-network ADDRESS|NETWORK [--note TEXT]",
  blocks: "blocks",
  stats: "stats",
};
type CommandName = keyof typeof usages;

/**
 * Returns the statements of a command.
 * @param args the words after the command's name
 * @throws CommandError for missing or wrong arguments
 */
export function statementsOf(
  name: string,
  [first = "", second = ""]: string[],
  options: Options,
): Statements {
  switch (name) {
    case "reports":
      return read(OPEN_REPORTS);
    case "stats":
      return read(STATS);
    case "show":
      return read(showReport(required(first, name)), `There is no report ${first}.`);
    case "suspend":
      return suspend(required(first, name), options);
    case "unsuspend":
      return unsuspend(required(first, name), options);
    case "block-email":
      return block(emailBlock(required(first, name)), options);
    case "unblock-email":
      return unblock(emailBlock(required(first, name)), options);
    case "block-network":
      return block(networkBlock(required(first, name)), options);
    case "unblock-network":
      return unblock(networkBlock(required(first, name)), options);
    case "blocks":
      return read(BLOCKS);
    case "promote":
      return promote(required(first, name), required(second, name), options);
    case "end-two-factor":
      return endTwoFactor(required(first, name), options);
    default:
      throw new CommandError(usage());
  }
}

const usage = () =>
  `npm run admin -- COMMAND [--remote [--env staging]] [--dry-run] [--json]\n${Object.values(usages)
    .map((line) => `  ${line}`)
    .join("\n")}`;

/** Returns an argument. @throws CommandError with the usage when it is missing */
export function required(value: string, name: CommandName): string {
  if (value === "") throw new CommandError(`npm run admin -- ${usages[name]}`);
  return value;
}

const read = (statement: string, missing?: string): Statements => ({
  statements: [statement],
  writes: false,
  missing,
});

const OPEN_REPORTS = `SELECT min(id) AS id, kind, count(*) AS reports, min(urgency) AS urgency, reason,
  snapshot ->> 'username' AS member, substr(snapshot ->> 'text', 1, 60) AS text, min(created_at) AS since
FROM abuse_reports WHERE closed_at IS NULL GROUP BY kind, subject_id ORDER BY min(urgency), count(*) DESC, min(id) LIMIT 50`;

const showReport = (id: string) => `SELECT r.id, r.kind, r.subject_id, r.post_id, r.reason, r.details,
  (SELECT username FROM users WHERE id = r.reporter_id) AS reporter, r.snapshot, r.created_at, r.closed_at, r.has_led_to_action
FROM abuse_reports r WHERE r.id = ${quote(id)}`;

const STATS = `SELECT (SELECT count(*) FROM users) AS members,
  (SELECT count(*) FROM users WHERE role <> 'member') AS moderators,
  (SELECT count(*) FROM suspensions) AS suspended,
  (SELECT count(*) FROM abuse_reports WHERE closed_at IS NULL) AS openReports,
  (SELECT count(*) FROM appeals WHERE closed_at IS NULL) AS openAppeals,
  (SELECT count(*) FROM moderation_log) AS decisions`;

const member = (username: string) => `lower(u.username) = lower(${quote(username.replace(/^@/, ""))})`;
const nobody = (username: string) => `There is no member ${username}.`;

interface Entry {
  action: string;
  reason: string;
  note?: string;
  until?: string | null;
  undoes?: string;
  now: Date;
}

/** Returns the statement that stores a decision in the log. @param from tables `users u` with a condition */
function log(id: string, from: string, { action, reason, note = "", until, undoes, now }: Entry): string {
  return `INSERT INTO moderation_log (id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, until, undoes,
  created_at)
SELECT ${quote(id)}, ${quote(OPERATOR)}, ${quote(action)}, u.id, u.username, 'member', u.id, ${reason}, ${quote(note)},
  ${until ? quote(until) : "NULL"}, ${undoes ?? "NULL"}, ${quote(now.toISOString())} FROM ${from}`;
}

/** Suspends a member. Triggers end the sessions and hide the content. */
function suspend(username: string, { reason = "", note, days, now }: Options): Statements {
  if (!isReportReason(reason)) throw new CommandError(`--reason is one of ${reportReasons.join(", ")}.`);
  const until = endOf(days, now);
  const id = newId(now.getTime());
  return {
    writes: true,
    missing: nobody(username),
    endsSessions: true,
    statements: [
      log(id, `users u WHERE ${member(username)}`, {
        action: "suspend",
        reason: quote(reason),
        note,
        until,
        now,
      }),
      `INSERT INTO suspensions (member_id, decision_id, reason, until)
SELECT u.id, ${quote(id)}, ${quote(reason)}, ${until ? quote(until) : "NULL"} FROM users u WHERE ${member(username)}
ON CONFLICT (member_id) DO UPDATE SET decision_id = excluded.decision_id, reason = excluded.reason, until = excluded.until`,
      `SELECT member_id AS id, member_name AS suspended, until FROM moderation_log WHERE id = ${quote(id)}`,
    ],
  };
}

/** Ends a suspension. Triggers restore the connections. */
function unsuspend(username: string, { note, now }: Options): Statements {
  const id = newId(now.getTime());
  const from = `users u JOIN suspensions s ON s.member_id = u.id WHERE ${member(username)}`;
  const undone =
    "iif(EXISTS (SELECT 1 FROM moderation_log o WHERE o.undoes = s.decision_id), NULL, s.decision_id)";
  return {
    writes: true,
    missing: `${username} is not suspended.`,
    statements: [
      log(id, from, { action: "undo", reason: "s.reason", note, undoes: undone, now }),
      `UPDATE appeals SET closed_at = ${quote(now.toISOString())}, is_granted = 1 WHERE closed_at IS NULL
  AND decision_id = (SELECT undoes FROM moderation_log WHERE id = ${quote(id)})`,
      `DELETE FROM suspensions WHERE member_id = (SELECT u.id FROM users u WHERE ${member(username)})`,
      `SELECT member_name AS unsuspended FROM moderation_log WHERE id = ${quote(id)}`,
    ],
  };
}

/** Gives a member a role. */
function promote(username: string, role: string, { now }: Pick<Options, "now">): Statements {
  if (!roles.some((one): one is Role => one === role))
    throw new CommandError(`A role is one of ${roles.join(", ")}.`);
  const id = newId(now.getTime());
  return {
    writes: true,
    missing: nobody(username),
    statements: [
      log(id, `users u WHERE ${member(username)}`, { action: "promote", reason: "'other'", note: role, now }),
      `UPDATE users AS u SET role = ${quote(role)} WHERE ${member(username)}`,
      `SELECT u.username AS member, u.role AS role FROM users u WHERE ${member(username)}`,
    ],
  };
}

/** Turns two-factor authentication off for a member who has neither phone nor recovery codes. */
function endTwoFactor(username: string, { note, now }: Options): Statements {
  const id = newId(now.getTime());
  const from = `users u JOIN totp_secrets s ON s.user_id = u.id WHERE s.confirmed_at IS NOT NULL AND ${member(username)}`;
  const isTheirs = `user_id = (SELECT member_id FROM moderation_log WHERE id = ${quote(id)})`;
  return {
    writes: true,
    missing: `${username} has no two-factor authentication.`,
    statements: [
      log(id, from, { action: "end_two_factor", reason: "'other'", note, now }),
      `DELETE FROM totp_secrets WHERE ${isTheirs}`,
      `DELETE FROM recovery_codes WHERE ${isTheirs}`,
      `SELECT member_name AS member FROM moderation_log WHERE id = ${quote(id)}`,
    ],
  };
}
