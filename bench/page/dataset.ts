import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ensureDemoData } from "../../scripts/demo/seed";
import { openLocalBindings } from "../../scripts/local-server";

/** The folder of the dataset: `AFTERGLOW_STATE`, to be reused, else a temporary folder of this run. */
export function stateOfPages(): { state: string; isKept: boolean } {
  const kept = process.env.AFTERGLOW_STATE;
  return {
    state: kept ?? mkdtempSync(path.join(tmpdir(), "afterglow-bench-page-")),
    isKept: kept !== undefined,
  };
}

/** More than the thousand cards that are scrolled through. */
const POSTS = 1060;

const member = "(SELECT id FROM users WHERE username = 'mira.sol')";
const circle = `(SELECT ${member} UNION
  SELECT other FROM connection_sides WHERE accepted = 1 AND member = (SELECT key FROM users WHERE id = ${member}))`;
const shown = `(SELECT id FROM posts WHERE user_id IN ${circle} AND id NOT GLOB '00*')`;
/** Returns the i-th copy of an id. It sorts before every real id, and the higher `i` the older it is. */
const copyOf = (id: string) => `printf('00%06x', 65536 - i) || substr(${id}, 9)`;

/**
 * Seeds the demo data and repeats the posts of its first member's feed with their photos, likes and comments: photos
 * of every proportion and captions of every length.
 */
export async function makePageDataset(state: string): Promise<void> {
  await ensureDemoData(state);
  const { db, close } = await openLocalBindings(state);
  const count = await db.prepare(`SELECT count(*) AS n FROM posts WHERE id IN ${shown}`).first<number>("n");
  if (!count) throw new Error("The demo member has no feed.");
  const copies = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${Math.ceil(POSTS / count)})`;
  for (const statement of [
    `INSERT OR IGNORE INTO posts (id, user_id, caption, media_url, media_id, width, height, placeholder, color, location, alt_text, created_at)
      ${copies} SELECT ${copyOf("id")}, user_id, caption, media_url, media_id, width, height, placeholder, color, location, alt_text, created_at
      FROM n, posts WHERE id IN ${shown}`,
    `INSERT OR IGNORE INTO post_comments (post, id, member, comment, created_at)
      ${copies} SELECT q.key, ${copyOf("c.id")}, c.member, c.comment, c.created_at
      FROM n, post_comments c JOIN posts p ON p.key = c.post JOIN posts q ON q.id = ${copyOf("p.id")} WHERE p.id IN ${shown}`,
    `INSERT OR IGNORE INTO post_likes (post, member, owner, liked_at)
      ${copies} SELECT q.key, l.member, l.owner, l.liked_at
      FROM n, post_likes l JOIN posts p ON p.key = l.post JOIN posts q ON q.id = ${copyOf("p.id")} WHERE p.id IN ${shown}`,
  ]) {
    await db.prepare(statement).run();
  }
  await close();
}
