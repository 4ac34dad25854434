import { env } from "cloudflare:test";

/** Makes two members connected, as accepting a request does. */
export async function connect(a: { id: string }, b: { id: string }): Promise<void> {
  await env.DB.prepare(
    "INSERT INTO connections (id, follower_id, following_id, status, created_at) VALUES (?, ?, ?, 'accepted', '2026-01-01T00:00:00.000Z')",
  )
    .bind(crypto.randomUUID(), a.id, b.id)
    .run();
}
