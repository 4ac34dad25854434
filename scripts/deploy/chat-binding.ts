import { CHAT_DATABASES_MAX } from "~/contract/message-cursor";

const BINDING = /^binding = "CHAT_DB_(\d+)"/gm;

/** Returns the number of the next chat database for the text of wrangler.toml. @throws when there are as many as ids can name */
export function nextChatNumber(toml: string): number {
  const number = 1 + [...toml.matchAll(BINDING)].length;
  if (number >= CHAT_DATABASES_MAX) throw new Error(`Ids name at most ${CHAT_DATABASES_MAX} chat databases.`);
  return number;
}

/** Returns the text of wrangler.toml with the binding of a chat database. */
export function withChatBinding(toml: string, number: number, databaseId: string): string {
  return `${toml.trimEnd()}

[[d1_databases]]
binding = "CHAT_DB_${number}"
database_name = "afterglow-chat-${number}"
database_id = "${databaseId}"
migrations_dir = "chat-migrations"
`;
}

/** Returns the id in the output of `wrangler d1 create`; null without one. */
export function databaseIdIn(output: string): string | null {
  return /database_id"?\s*[=:]\s*"([0-9a-f-]{36})"/.exec(output)?.[1] ?? null;
}
