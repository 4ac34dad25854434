import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { IDS_OF_A_DATABASE } from "~/contract/message-cursor";
import { chatBindings } from "../../workers/chat-bindings";
import { member } from "./client";

const d1s = [env.DB, ...chatBindings(env)];

/** The rows that a database has, and those that its messages stand for. */
async function compare(d1: D1Database): Promise<void> {
  const stored = await d1.prepare("SELECT * FROM chat_sides ORDER BY member, last").all();
  const meant = await d1
    .prepare(
      `SELECT s.value AS member, c.last AS last, c.key AS conversation FROM (
         SELECT key, low, high, (
           SELECT max(id) FROM chat_messages WHERE conversation = key AND content IS NOT NULL) AS last
         FROM conversations) c, json_each(json_array(c.low, c.high)) s
       WHERE c.last IS NOT NULL ORDER BY member, last`,
    )
    .all();
  expect(stored.results).toEqual(meant.results);
}

const change = fc.record({
  kind: fc.constantFrom("send", "send", "send", "empty", "restore", "edit", "delete", "end"),
  pair: fc.nat(2),
  message: fc.nat(11),
});

test.each(d1s.map((_, number) => number))(
  "the order of the chats follows every change of the messages in database %i",
  async (number) => {
    const d1 = d1s[number] ?? env.DB;
    const people = [await member("ada"), await member("grace"), await member("eve")];
    const { results } = await env.DB.prepare(
      `SELECT id, key FROM users WHERE id IN (${people.map(({ id }) => `'${id}'`).join(", ")}) ORDER BY id`,
    ).all<{ id: string; key: number }>();
    const pairs = [0, 1, 2].map((nth) => [results[nth === 2 ? 1 : 0], results[nth === 0 ? 1 : 2]]);
    const first = number * IDS_OF_A_DATABASE;
    await d1.prepare(`INSERT OR IGNORE INTO chat_messages (id, created_at) VALUES (${first || 1}, 0)`).run();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 40 }), async (changes) => {
        for (const { kind, pair, message } of changes) {
          const [low, high] = pairs[pair] ?? [];
          const key = `(SELECT key FROM conversations WHERE low_id = '${low?.id}' AND high_id = '${high?.id}')`;
          const id = `(SELECT id FROM chat_messages WHERE conversation = ${key} ORDER BY id DESC LIMIT 1 OFFSET ${message})`;
          const statements = {
            send: [
              `INSERT OR IGNORE INTO conversations (low_id, high_id, low, high) VALUES ('${low?.id}', '${high?.id}', ${low?.key}, ${high?.key})`,
              `INSERT INTO chat_messages (conversation, sender, content, created_at) VALUES (${key}, ${low?.key}, 'Hello', 0)`,
            ],
            empty: [`UPDATE chat_messages SET content = NULL WHERE id = ${id}`],
            restore: [`UPDATE chat_messages SET content = 'Restored' WHERE content IS NULL AND id = ${id}`],
            edit: [`UPDATE chat_messages SET content = content || '!' WHERE id = ${id}`],
            delete: [
              `DELETE FROM chat_messages WHERE id = ${id} AND id < (SELECT max(id) FROM chat_messages)`,
            ],
            end: [`DELETE FROM conversations WHERE key = ${key}`],
          }[kind];
          await d1.batch(statements.map((statement) => d1.prepare(statement)));
        }
        await compare(d1);
      }),
      { numRuns: 25 },
    );
    await env.DB.prepare("DELETE FROM users WHERE id = ?").bind(people[0]?.id).run();
    await compare(d1);
  },
);
