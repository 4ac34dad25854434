import { DAY_MS } from "~/contract/time";
import { CommandError } from "../command";

/** The statements of a command: they run as one transaction, and the rows of the last one are its result. */
export interface Statements {
  statements: string[];
  /** Whether they write, so that `--dry-run` prints them instead. */
  writes: boolean;
  /** The error when the result has no row. */
  missing?: string;
  /** Whether they end the sessions of the member whose id the first row of the result has. */
  endsSessions?: true;
}

/** The options of a command. */
export interface Options {
  reason?: string;
  note?: string;
  days?: string;
  now: Date;
}

/** Returns a text as an SQL literal. */
export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The name of the operator in the log of decisions. */
export const OPERATOR = "the operator";

/** Returns the end of a number of days as the option has it; null without the option. */
export function endOf(days: string | undefined, now: Date): string | null {
  if (days === undefined) return null;
  const number = Number(days);
  if (!(Number.isInteger(number) && number > 0)) throw new CommandError("--days is a number of days.");
  return new Date(now.getTime() + number * DAY_MS).toISOString();
}
