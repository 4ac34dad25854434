import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openLocalBindings } from "../../scripts/local-server";

export interface BenchMember {
  id: string;
  /** The value of the session cookie. */
  token: string;
}

export const POST_ID = "bench-post";
/** Returns the id of one of several posts. */
export const postIdAt = (at: number) => (at === 0 ? POST_ID : `${POST_ID}-${at}`);
const AT = "2026-01-01T00:00:00.000Z";

/** Creates a local data directory with `count` members, each with a session. */
async function makeMembers(count: number) {
  const state = mkdtempSync(path.join(tmpdir(), "afterglow-bench-"));
  const bindings = await openLocalBindings(state);
  const { db } = bindings;
  const members: BenchMember[] = Array.from({ length: count }, (_, at) => ({
    // As of members, so that a cookie names the hub.
    id: `00000000-0000-7000-8000-${at.toString(16).padStart(12, "0")}`,
    token: randomBytes(32).toString("base64url"),
  }));
  const user = db.prepare(
    "INSERT INTO users (id, username, password, email, full_name, profile_setup_at, created_at) VALUES (?1, ?3, '', ?3 || '@example.com', ?3, ?2, ?2)",
  );
  const session = db.prepare(
    "INSERT INTO sessions (id, user_id, last_seen_at, expires_at, created_at) VALUES (?, ?, ?, '2099-01-01T00:00:00.000Z', ?)",
  );
  const now = new Date().toISOString();
  await db.batch(members.map(({ id }) => user.bind(id, AT, `bench-${id.slice(-4)}`)));
  await db.batch(
    members.map(({ id, token }) =>
      session.bind(createHash("sha256").update(token).digest("hex"), id, now, now),
    ),
  );
  return { state, bindings, members };
}

/** @param chats the number of chat databases, which the pairs get in turn */
async function connectAll(
  db: D1Database,
  pairs: (readonly [BenchMember, BenchMember])[],
  chats = 1,
): Promise<void> {
  const connection = db.prepare(
    "INSERT INTO connection_sides (member, accepted, other, sent, created_at, chat) SELECT key, 1, ?, 1, 0, ? FROM users WHERE id = ?",
  );
  await db.batch(pairs.map(([one, other], at) => connection.bind(other.id, at % chats, one.id)));
}

/**
 * Creates a local data directory with `count` pairs of members who are connected to each other only.
 * @param chats the number of chat databases, which the pairs get in turn
 */
export async function makePairs(
  count: number,
  chats = 1,
): Promise<{ state: string; pairs: [BenchMember, BenchMember][] }> {
  const { state, bindings, members } = await makeMembers(count * 2);
  const pairs = members.slice(count).map((other, at): [BenchMember, BenchMember] => {
    const one = members[at];
    if (!one) throw new Error("Every pair has two members.");
    return [one, other];
  });
  await connectAll(bindings.db, pairs, chats);
  await bindings.close();
  return { state, pairs };
}

/** Creates a local data directory with a member, posts of theirs and `connections` connected members. */
export async function makeDataset(
  connections: number,
  posts = 1,
): Promise<{ state: string; members: BenchMember[] }> {
  const { state, bindings, members } = await makeMembers(connections + 1);
  const [owner, ...others] = members;
  if (!owner) throw new Error("The dataset has no owner.");
  const { db } = bindings;
  await connectAll(
    db,
    others.map((other) => [other, owner] as const),
  );
  await db.batch([
    db
      .prepare(
        "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES ('m', ?, 'image/webp', 1, 1, 1, '', '', ?)",
      )
      .bind(owner.id, AT),
    ...Array.from({ length: posts }, (_, at) =>
      db
        .prepare(
          "INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at) VALUES (?, ?, '/media/m', 'm', 1, 1, '', '', ?)",
        )
        .bind(postIdAt(at), owner.id, AT),
    ),
  ]);
  await bindings.close();
  return { state, members };
}
