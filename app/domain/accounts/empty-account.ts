import { type SQL, sql } from "drizzle-orm";
import { batchRows } from "~/db/batch";
import { memberKey } from "~/db/keys";
import { limit } from "~/db/limit";
import type { MemberCtx } from "../context";

/** Rows that one step deletes. With what triggers write for each it takes a tenth of a second, half a second on D1, which allows 30. */
const STEP_ROWS = 2000;
/** Steps of a table in one request: D1 allows an invocation 1,000 statements. What is left goes with the account. */
const STEPS_MAX = 60;

type Viewer = MemberCtx["viewer"];

/** Rows of a large account: those of the member, and those of others on the member's posts. */
interface Rows {
  /** Selects the primary keys of the rows. */
  keys: (viewer: Viewer) => SQL;
  /** Returns the statements of a step. The last one deletes rows, and returns one for each. */
  step: (viewer: Viewer) => SQL[];
}

const deleteRows = (table: SQL, key: SQL, keys: SQL): SQL =>
  sql`DELETE FROM ${table} WHERE (${key}) IN (${keys} ${limit(STEP_ROWS)}) RETURNING 1 AS deleted`;

/** The member's own likes or saves, after their notifications: of one whose notification was read, a row would stay. */
function ownReactions(table: SQL): Rows {
  const keys = (viewer: Viewer) =>
    sql`SELECT post, member FROM ${table} WHERE member = ${memberKey(viewer.id)}`;
  return {
    keys,
    step: (viewer) => [
      sql`DELETE FROM notices WHERE is_read IN (0, 1) AND (member, id) IN (
        SELECT owner, coalesce(read_notice, notice) FROM ${table}
        WHERE (post, member) IN (${keys(viewer)} ${limit(STEP_ROWS)}) AND coalesce(read_notice, notice) IS NOT NULL)`,
      deleteRows(table, sql`post, member`, keys(viewer)),
    ],
  };
}

function ofMember(table: SQL, key: SQL): Rows {
  const keys = (viewer: Viewer) => sql`SELECT ${key} FROM ${table} WHERE member = ${memberKey(viewer.id)}`;
  return { keys, step: (viewer) => [deleteRows(table, key, keys(viewer))] };
}

/** Rows on the member's posts. @param column the one that follows the post in the primary key */
function onPosts(table: SQL, column: SQL): Rows {
  const keys = (viewer: Viewer) =>
    sql`SELECT r.post, r.${column} FROM posts p CROSS JOIN ${table} r ON r.post = p.key WHERE p.user_id = ${viewer.id}`;
  return { keys, step: (viewer) => [deleteRows(table, sql`post, ${column}`, keys(viewer))] };
}

const [likes, saves, comments] = [sql`post_likes`, sql`post_saves`, sql`post_comments`];

/** In this order: the notifications of the member come before the likes and saves that they name. */
const rows: Rows[] = [
  ownReactions(likes),
  ownReactions(saves),
  ofMember(sql`comment_likes`, sql`post, comment, member`),
  ofMember(comments, sql`post, id`),
  ofMember(sql`notices`, sql`member, is_read, id`),
  onPosts(likes, sql`member`),
  onPosts(saves, sql`member`),
  onPosts(comments, sql`id`),
];

/** Returns whether the viewer's account has more rows than one statement should delete with it. */
export async function isLargeAccount({ db, viewer }: MemberCtx): Promise<boolean> {
  const exceeds = rows.map(
    ({ keys }) => sql`EXISTS (${keys(viewer)} ${limit(1)} OFFSET ${sql.raw(`${STEP_ROWS}`)})`,
  );
  const found = await db.get<{ isLarge: number }>(sql`SELECT ${sql.join(exceeds, sql` OR `)} AS isLarge`);
  return found.isLarge === 1;
}

/**
 * Deletes likes, saves, comments and notifications of the viewer and on the viewer's posts in steps of bounded size, each one transaction in which
 * triggers keep the counts exact. Can be cut off between any two steps: a repeated deletion of the account continues.
 */
export async function emptyAccount({ db, viewer }: MemberCtx): Promise<void> {
  for (const { step } of rows) {
    for (let n = 0; n < STEPS_MAX; n++) {
      const results = await batchRows(db, step(viewer));
      if ((results.at(-1)?.length ?? 0) < STEP_ROWS) break;
    }
  }
}
