import { parseArgs } from "node:util";

/** An error that the person at the terminal can solve: the message suffices, so no stack trace is printed. */
export class CommandError extends Error {}

/** Runs a command. A `CommandError` is printed as it is, and the process exits with code 1. */
export async function runCommand(command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

export interface ServeOptions {
  /** `--log`: print a line for each request. */
  log: boolean;
  /** `--no-build`: serve the build that exists. */
  "no-build": boolean;
}

/** Reads the options of a command that serves the app. @throws CommandError for any other argument */
export function readServeOptions(): ServeOptions {
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({ options: { log: flag, "no-build": flag } }).values;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${message.split(". ")[0]}. The options are --log and --no-build.`);
  }
}
