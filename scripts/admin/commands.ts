import { AppError } from "~/contract/errors";
import { CommandError } from "../command";
import type { Command } from "./command";
import { memberCommands, otherMemberCommands } from "./member-commands";
import { siteCommands } from "./site-commands";
import { wordCommands } from "./word-commands";

/** All commands, by name. */
export const commands: Record<string, Command> = {
  ...siteCommands,
  ...otherMemberCommands,
  ...memberCommands,
  ...wordCommands,
};

/** Returns a command. @throws CommandError with the help of all for an unknown name */
export function commandNamed(name: string): Command {
  // Not a name that objects inherit, such as "toString".
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new CommandError(helpOfAll());
  return command;
}

/** Returns the help of all commands. */
export function helpOfAll(): string {
  const lines = Object.values(commands).map(({ usage, does }) => `  ${usage}\n      ${does}`);
  return `npm run admin -- COMMAND [--remote [--env staging]] [--dry-run] [--json] [--help]\n\n${lines.join("\n")}`;
}

/** Returns the help of one command. */
export const helpOf = ({ usage, does }: Command): string => `npm run admin -- ${usage}\n\n${does}.`;

/** Runs a use case, whose errors for members are those of the command too. */
export async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(error.message);
    throw error;
  }
}
