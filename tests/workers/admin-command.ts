import { env } from "cloudflare:test";
import { statementsOf } from "../../scripts/admin/statements";

/** Runs a command as the operator does, and returns the rows of its result. */
export async function admin(name: string, args: string[] = [], options: Record<string, string> = {}) {
  const { statements } = statementsOf(name, args, { ...options, now: new Date() });
  const results = await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
  return (results.at(-1)?.results ?? []) as Record<string, unknown>[];
}
