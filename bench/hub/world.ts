import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openLocalWorld } from "../../scripts/local-server";

export interface BenchMember {
  id: string;
  /** The session cookie's value. */
  token: string;
}

export const POST_ID = "bench-post";
const AT = "2026-01-01T00:00:00.000Z";

/** An empty state with a member, their post, and so many connections of theirs, all of them signed in. */
export async function makeWorld(connections: number): Promise<{ state: string; members: BenchMember[] }> {
  const state = mkdtempSync(path.join(tmpdir(), "afterglow-bench-"));
  const world = await openLocalWorld(state);
  const members = Array.from({ length: connections + 1 }, (_, at) => ({
    id: `bench-${String(at).padStart(4, "0")}`,
    token: randomBytes(32).toString("base64url"),
  }));
  const [owner] = members;
  if (!owner) throw new Error("A world has at least its owner.");
  const { db } = world;
  const user = db.prepare(
    "INSERT INTO users (id, username, password, email, full_name, profile_setup_at, created_at) VALUES (?1, ?1, '', ?1 || '@example.com', ?1, ?2, ?2)",
  );
  const session = db.prepare(
    "INSERT INTO sessions (id, user_id, last_seen_at, expires_at, created_at) VALUES (?, ?, ?, '2099-01-01T00:00:00.000Z', ?)",
  );
  const connection = db.prepare(
    "INSERT INTO connections (id, follower_id, following_id, status, created_at) VALUES (?1, ?2, ?1, 'accepted', ?3)",
  );
  const now = new Date().toISOString();
  await db.batch(members.map(({ id }) => user.bind(id, AT)));
  await db.batch(
    members.map(({ id, token }) =>
      session.bind(createHash("sha256").update(token).digest("hex"), id, now, now),
    ),
  );
  await db.batch(members.slice(1).map(({ id }) => connection.bind(id, owner.id, AT)));
  await db.batch([
    db
      .prepare(
        "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES ('m', ?, 'image/webp', 1, 1, 1, '', '', ?)",
      )
      .bind(owner.id, AT),
    db
      .prepare(
        "INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at) VALUES (?, ?, '/media/m', 'm', 1, 1, '', '', ?)",
      )
      .bind(POST_ID, owner.id, AT),
  ]);
  await world.close();
  return { state, members };
}
