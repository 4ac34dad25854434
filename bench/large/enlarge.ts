import type { LocalBindings } from "../../scripts/local-server";
import { fixture } from "../costs/fixture";
import { memberId, memberKeyOf, postKeyOf } from "../dataset";

/** Data of the measured member, beside those of the cost fixture. */
export interface LargeSize {
  connections: number;
  /** Of these connections. */
  posts: number;
  /** With them, in as many conversations as there are connections and messages. */
  messages: number;
  /** To the member, unread, about one own post. */
  notifications: number;
  /** On that post. */
  comments: number;
  likes: number;
}

/** The number of the first added member: the fixture has the ones before. */
const FIRST = 1000;
/** Rows in a statement. */
const CHUNK = 20_000;

/** Adds connections, posts, conversations to the cost fixture's member; comments, likes, notifications to a post. */
export async function enlarge({ db }: Pick<LocalBindings, "db">, size: LargeSize): Promise<void> {
  const run = async (count: number, query: string) => {
    for (let from = 0; from < count; from += CHUNK) {
      const last = Math.min(from + CHUNK, count) - 1;
      await db
        .prepare(
          `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${last}) ${query}`,
        )
        .run();
    }
  };
  const [{ id: mine } = { id: "" }] = (
    await db.prepare("SELECT id FROM users WHERE username = ?").bind(fixture.username).all<{ id: string }>()
  ).results;
  const me = memberKeyOf(`'${mine}'`);
  const other = memberId(`${FIRST} + i % ${size.connections}`);
  const photo = other.replace("8000", "9001");
  const post = postKeyOf(`'${fixture.ownPost}'`);
  // Everybody who likes the post is a member.
  await run(
    Math.max(size.connections, size.likes),
    `INSERT INTO users (id, username, password, email, full_name, profile_setup_at, created_at)
      SELECT ${memberId(`${FIRST} + i`)}, 'friend' || i, '-', 'friend' || i || '@example.com', 'Friend no. ' || i, '2025', '2025' FROM n`,
  );
  await run(
    size.connections,
    `INSERT INTO connection_sides (member, accepted, other, sent, created_at) SELECT ${me}, 1, ${other}, i % 2, 0 FROM n WHERE i % 2`,
  );
  await run(
    size.connections,
    `INSERT INTO connection_sides (member, accepted, other, sent, created_at) SELECT ${memberKeyOf(other)}, 1, '${mine}', 1, 0 FROM n WHERE i % 2 = 0`,
  );
  await run(
    size.connections,
    `INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at)
      SELECT ${photo}, ${other}, 'image/webp', 1, 1080, 810, '', '#886644', '2025' FROM n`,
  );
  await run(
    size.posts,
    `INSERT INTO posts (id, user_id, caption, media_url, media_id, width, height, placeholder, color, created_at, words)
      SELECT printf('018f%04x-%04x-7000-8000-%012x', i / 65536, i % 65536, i), ${other}, 'Harbour no. ' || i, '/media/' || ${photo}, ${photo},
        1080, 810, 'data:image/webp;base64,' || hex(randomblob(90)), '#886644', '2024-05-01T00:00:00.000Z', ' harbour no ' || i || ' ' FROM n`,
  );
  await run(
    Math.min(size.connections, size.messages),
    `INSERT OR IGNORE INTO conversations (low_id, high_id, low, high)
      SELECT min('${mine}', ${other}), max('${mine}', ${other}),
        iif('${mine}' < ${other}, ${me}, ${memberKeyOf(other)}), iif('${mine}' < ${other}, ${memberKeyOf(other)}, ${me}) FROM n`,
  );
  await run(
    size.messages,
    `INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at)
      SELECT c.key, k.key, iif(i % 10, NULL, ${me}), 'large' || i, 'Hello, no. ' || i, 1767225600000 + i
      FROM n JOIN users k ON k.id = ${other}
        JOIN conversations c ON c.low_id = min('${mine}', k.id) AND c.high_id = max('${mine}', k.id)`,
  );
  await run(
    size.comments,
    `INSERT INTO post_comments (post, id, member, comment, created_at)
      SELECT ${post}, printf('018f%04x-%04x-7000-9000-%012x', i / 65536, i % 65536, i), ${memberKeyOf(other)}, 'What a sky, no. ' || i, 0 FROM n`,
  );
  await run(
    size.likes,
    `INSERT OR IGNORE INTO post_likes (post, member, owner, liked_at) SELECT ${post}, ${memberKeyOf(memberId(`${FIRST} + i`))}, ${me}, i FROM n`,
  );
  await run(
    size.notifications,
    `INSERT INTO notices (member, is_read, id, sender, type, post_id, created_at)
      SELECT ${me}, 0, 1000 + i, ${memberKeyOf(other)}, 'comment', '${fixture.ownPost}', 1767225600000 + i FROM n`,
  );
}
