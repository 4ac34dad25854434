import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import type { DbCost } from "~/db/client";
import { deleteMessage } from "~/domain/chat/delete-message";
import { markMessagesRead } from "~/domain/chat/mark-messages-read";
import { sendMessage } from "~/domain/chat/send-message";
import type { MemberCtx } from "~/domain/context";
import { dataUrl, type Member } from "./client";
import { twoConnected } from "./connect";
import { contextOf } from "./context-of";

/** Returns the result of a use case and its database cost. */
async function costOf<T>(one: Member, use: (ctx: MemberCtx) => Promise<T>): Promise<[T, DbCost]> {
  const { ctx, cost } = contextOf(one);
  return [await use(ctx), cost];
}

test("a message writes its row, three index entries and the place of both members' chat, the first of a pair also the conversation's three", async () => {
  const [ada, grace] = await twoConnected();
  const send = (from: Member, to: Member, content: string) =>
    costOf(from, (ctx) => sendMessage(ctx, to.id, { content, clientId: crypto.randomUUID() }));
  const [, first] = await send(ada, grace, "hello");
  expect([first.rowsWritten, first.trips]).toEqual([9, 3]);
  for (const [from, to] of [
    [ada, grace],
    [grace, ada],
  ] as const) {
    const [, cost] = await send(from, to, "hello again");
    expect([cost.rowsWritten, cost.statements, cost.trips]).toEqual([6, 1, 1]);
  }
});

test("a message with a file writes one index entry more, beside the file's own row, the counters of uploads and the site's, and the sums of bytes", async () => {
  const [ada, grace] = await twoConnected();
  await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "first" } });
  const data = dataUrl;
  const [, { rowsWritten }] = await costOf(ada, (ctx) =>
    sendMessage(ctx, grace.id, { content: "", attachment: { data }, clientId: crypto.randomUUID() }),
  );
  expect(rowsWritten).toBe(6 + 1 + 3 + 2 + 1 + 3);
});

test("a read mark writes one row for each message", async () => {
  const [ada, grace] = await twoConnected();
  for (const content of ["one", "two", "three"]) {
    await ada.call("sendMessage", { params: { userId: grace.id }, body: { content } });
  }
  const [, { rowsWritten }] = await costOf(grace, (ctx) => markMessagesRead(ctx, ada.id));
  expect(rowsWritten).toBe(3);
});

test("a deletion writes the row and two index entries, that of the last message also the place of both members' chat", async () => {
  const [ada, grace] = await twoConnected();
  const send = (content: string) =>
    ada.call("sendMessage", { params: { userId: grace.id }, body: { content } });
  const ids = [(await send("never mind")).id, (await send("hello")).id];
  for (const [index, rows] of [3, 5].entries()) {
    const [, { rowsWritten }] = await costOf(ada, (ctx) => deleteMessage(ctx, ids[index] ?? ""));
    expect(rowsWritten).toBe(rows);
  }
});

test("the rows of a message take less than 150 bytes besides its text", async () => {
  const [ada, grace] = await twoConnected();
  const size = async () => (await env.DB.prepare("SELECT 1").all()).meta.size_after;
  const [start, count] = [await size(), 20_000];
  await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "first" } });
  // Ids in time order, as clients make them, of two members who write in turn.
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO chat_messages (conversation, sender, client_id, content, created_at)
     SELECT c.key, iif(i % 2, c.low, c.high), unhex(printf('%012x', i) || hex(randomblob(10))), '', 1767225600000 + i
     FROM n, conversations c WHERE c.low_id = min(?2, ?3) AND c.high_id = max(?2, ?3)`,
  )
    .bind(count, ada.id, grace.id)
    .run();
  expect(((await size()) - start) / count).toBeLessThan(150);
});
