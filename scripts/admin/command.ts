import { isReportReason, type ReportReason, reportReasons } from "~/contract/safety";
import { DAY_MS } from "~/contract/time";
import type { Db } from "~/db/client";
import type { DecisionCtx } from "~/domain/moderation/decision-plan";
import { CommandError } from "../command";

/** The options of commands, as texts. */
export interface Options {
  reason?: string;
  note?: string;
  days?: string;
  by?: string;
  username?: string;
}

/** The files that a command reads and writes. */
export interface Files {
  /** @throws CommandError */
  read: (path: string) => Promise<string>;
  /** Writes a new file that only its owner can read. @throws CommandError when it exists */
  write: (path: string, content: string | AsyncIterable<Uint8Array>) => Promise<void>;
  /** @throws CommandError when the file exists */
  requireNew: (path: string) => void;
}

/** A command whose arguments are checked. */
export interface Prepared {
  /** Runs the use case, and returns the rows to print. */
  run: (ctx: DecisionCtx) => Promise<object[]>;
  /** Does the same for `--dry-run`, and changes nothing. Missing: the command only reads. */
  preview?: (ctx: DecisionCtx) => Promise<object[]>;
  /** Returns the texts of which the use case needs keyed hashes. */
  textsToHash?: (db: Db) => Promise<string[]>;
}

export interface Command {
  /** The arguments and options, as `--help` shows them. */
  usage: string;
  does: string;
  /** Checks the arguments. @throws CommandError */
  prepare: (args: string[], options: Options, files: Files) => Prepared;
}

/** Returns the reason of a decision. @throws CommandError */
export function reasonOf({ reason = "" }: Options): ReportReason {
  if (!isReportReason(reason)) throw new CommandError(`--reason is one of ${reportReasons.join(", ")}.`);
  return reason;
}

/** Returns a number of days; undefined without the option. @throws CommandError */
export function daysOf({ days }: Options): number | undefined {
  if (days === undefined) return undefined;
  const number = Number(days);
  if (!(Number.isInteger(number) && number > 0)) throw new CommandError("--days is a number of days.");
  return number;
}

/** Returns the end of a number of days from now; null without the option. @throws CommandError */
export function endOf(options: Options, now: Date): string | null {
  const days = daysOf(options);
  return days === undefined ? null : new Date(now.getTime() + days * DAY_MS).toISOString();
}

/** Returns an argument. @throws CommandError with the usage when it is missing */
export function required(value: string | undefined, usage: string): string {
  if (!value) throw new CommandError(`npm run admin -- ${usage}`);
  return value;
}
