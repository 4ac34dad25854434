import { env } from "cloudflare:test";
import type { Files, Options } from "../../scripts/admin/command";
import { commandNamed, refusing } from "../../scripts/admin/commands";
import { CommandError } from "../../scripts/command";
import { contextOf } from "./context-of";

/** The operator's context: nobody is signed in. */
export const operatorCtx = () => ({ ...contextOf({ id: "" }).ctx, viewer: null });

/** Returns files that exist in memory alone. */
export function memoryFiles(stored: Record<string, string> = {}): Files {
  const requireNew = (path: string) => {
    if (path in stored) throw new CommandError(`${path} exists already.`);
  };
  return {
    requireNew,
    read: async (path) => stored[path] ?? "",
    write: async (path, content) => {
      requireNew(path);
      stored[path] = String(content);
    },
  };
}

/** Runs a command as the operator does, and returns the rows of its result. */
export async function admin(
  name: string,
  args: string[] = [],
  options: Options & { isDryRun?: boolean } = {},
  files = memoryFiles(),
) {
  const { run, preview } = commandNamed(name).prepare(args, options, files);
  const rows = await refusing(() => (options.isDryRun && preview ? preview : run)(operatorCtx()));
  return rows as Record<string, unknown>[];
}

/** Returns the entries of the log about a member, oldest first. */
export async function logOf({ id }: { id: string }) {
  const { results } = await env.DB.prepare(
    `SELECT action, actor_id, actor_name, member_name, note, undoes IS NOT NULL AS undoes FROM moderation_log
     WHERE member_id = ? ORDER BY id`,
  )
    .bind(id)
    .all();
  return results;
}
