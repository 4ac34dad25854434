import { env } from "cloudflare:test";
import { type Client, SITE } from "./client";

/** Inserts an accepted connection. */
export async function connect(a: { id: string }, b: { id: string }): Promise<void> {
  await env.DB.prepare(
    "INSERT INTO connections (id, follower_id, following_id, status, created_at) VALUES (?, ?, ?, 'accepted', '2026-01-01T00:00:00.000Z')",
  )
    .bind(crypto.randomUUID(), a.id, b.id)
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
    "SELECT type || ' ' || from_user_id || ' ' || ifnull(entity_id, '') AS line FROM notifications WHERE user_id = ? ORDER BY id",
  )
    .bind(member.id)
    .all<{ line: string }>();
  return results.map(({ line }) => line);
}
