import { env } from "cloudflare:test";
import { newId } from "~/contract/ids";
import { chatBindings } from "../../workers/chat-bindings";
import { type Client, type Member, member, SITE } from "./client";

/** Inserts an accepted connection, which `a` has asked for. */
export const connect = (a: { id: string }, b: { id: string }) => insertSide(a, b, true);

/** Registers and connects two members, without the frames that a request and its acceptance send. */
export async function twoConnected(one = "ada", other = "grace"): Promise<[Member, Member]> {
  const pair: [Member, Member] = [await member(one), await member(other)];
  await connect(...pair);
  return pair;
}

/** Inserts a request of `a`. */
export const ask = (a: { id: string }, b: { id: string }) => insertSide(a, b, false);

/** The chat database of the last inserted pair. */
let chat = 0;

async function insertSide(a: { id: string }, b: { id: string }, accepted: boolean): Promise<void> {
  // Pairs take turns, so that tests with several chat databases use each of them.
  if (accepted) chat = (chat + 1) % (chatBindings(env).length + 1);
  await env.DB.prepare(
    "INSERT INTO connection_sides (member, accepted, other, sent, created_at, chat) SELECT key, ?, ?, 1, 1767225600000, ? FROM users WHERE id = ?",
  )
    .bind(Number(accepted), b.id, accepted ? chat : 0, a.id)
    .run();
}

interface Frame {
  type: string;
  payload: Record<string, unknown>;
}

/** Opens a member's channel. @returns an array to which received frames are appended */
export async function openChannel(client: Client): Promise<Frame[]> {
  const { webSocket } = await client.fetch("/ws", { headers: { Upgrade: "websocket", Origin: SITE } });
  if (!webSocket) throw new Error("The channel did not open.");
  const frames: Frame[] = [];
  webSocket.addEventListener("message", ({ data }) => void frames.push(JSON.parse(String(data))));
  webSocket.accept();
  return frames;
}

/** Returns a member's notifications, oldest first, as `"type fromUserId entityId"`. */
export async function notificationsOf(member: { id: string }): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT n.type || ' ' || s.id || ' ' || ifnull(n.post_id, '') AS line
     FROM notices n JOIN users m ON m.key = n.member JOIN users s ON s.key = n.sender WHERE m.id = ? ORDER BY n.id`,
  )
    .bind(member.id)
    .all<{ line: string }>();
  return results.map(({ line }) => line);
}

/** Inserts members with the ids and usernames `stem1`, `stem2` and so on. */
export async function insertMembers(stem: string, count: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO users (id, username, password, email, full_name, created_at)
     SELECT ?1 || i, ?1 || i, '', ?1 || i || '@example.com', ?1, '' FROM n`,
  )
    .bind(stem, count)
    .run();
}

/** Connects a member with new members, and returns the ids of these, newest account first. */
export async function withConnections(one: { id: string }, count: number, name = "crowd"): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, nth) => newId(Date.now() + nth));
  const stem = `${name}${crypto.randomUUID().slice(0, 8)}`;
  await env.DB.prepare(
    `INSERT INTO users (id, username, password, email, full_name, profile_setup_at, created_at)
      SELECT value, ?2 || key, '-', ?2 || key || '@example.com', 'Crowd ' || key, '2025', '2025' FROM json_each(?1)`,
  )
    .bind(JSON.stringify(ids), stem)
    .run();
  await env.DB.prepare(
    `INSERT INTO connection_sides (member, accepted, other, sent, created_at)
      SELECT (SELECT key FROM users WHERE id = ?2), 1, value, 1, 0 FROM json_each(?1)`,
  )
    .bind(JSON.stringify(ids), one.id)
    .run();
  return ids.reverse();
}
