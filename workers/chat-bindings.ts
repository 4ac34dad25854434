import { CHAT_DATABASES_MAX } from "~/contract/message-cursor";

/**
 * Returns the chat databases beside the main one, which is number 0: the bindings `CHAT_DB_1`, `CHAT_DB_2` and so on
 * (docs/deploy.md#more-chat-databases).
 */
export function chatBindings(env: Pick<Env, `CHAT_DB_${number}`>): D1Database[] {
  const bindings: D1Database[] = [];
  for (let number = 1; number < CHAT_DATABASES_MAX; number++) {
    const binding = env[`CHAT_DB_${number}`];
    if (!binding) break;
    bindings.push(binding);
  }
  return bindings;
}
