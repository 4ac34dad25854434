import { CHAT_DATABASES_MAX } from "~/contract/message-cursor";

/** Returns the head of a database's table in wrangler.toml. */
const tableOf = (environment: string) => `[[${environment && `env.${environment}.`}d1_databases]]`;

/**
 * Returns the number of the next chat database for the text of wrangler.toml.
 * @param environment empty for production
 * @throws when there are as many as ids can name
 */
export function nextChatNumber(toml: string, environment: string): number {
  const number = toml.split(`${tableOf(environment)}\nbinding = "CHAT_DB_`).length;
  if (number >= CHAT_DATABASES_MAX) throw new Error(`Ids name at most ${CHAT_DATABASES_MAX} chat databases.`);
  return number;
}

/** Returns the name of a chat database in the account. */
export const chatName = (number: number, environment: string) =>
  `afterglow${environment && `-${environment}`}-chat-${number}`;

/** Returns the text of wrangler.toml with the binding of a chat database. */
export function withChatBinding(
  toml: string,
  number: number,
  databaseId: string,
  environment: string,
): string {
  return `${toml.trimEnd()}

${tableOf(environment)}
binding = "CHAT_DB_${number}"
database_name = "${chatName(number, environment)}"
database_id = "${databaseId}"
migrations_dir = "chat-migrations"
`;
}

/** Returns the id in the output of `wrangler d1 create`; null without one. */
export function databaseIdIn(output: string): string | null {
  return /database_id"?\s*[=:]\s*"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null;
}
