import { applyD1Migrations, env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { isContract } from "../../scripts/deploy/migration-names";

const AT = "2026-01-01T10:20:30.456Z";

/** Returns the text of every table, index and trigger, without the spaces and comments that SQLite keeps. */
async function schemaOf(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations' ORDER BY name",
    )
    .all<{ type: string; name: string; sql: string }>();
  return results.map(({ type, name, sql }) => `${type} ${name} ${sql}`);
}

test("the steps of a deployment end in the schema that the order of numbers makes", async () => {
  const names = env.TEST_MIGRATIONS;
  await applyD1Migrations(
    env.STEPS_DB,
    names.filter(({ name }) => !isContract(name)),
  );
  await applyD1Migrations(env.STEPS_DB, names);
  expect(await schemaOf(env.STEPS_DB)).toEqual(await schemaOf(env.DB));
});

const db = env.MIGRATION_DB;
const run = (...statements: string[]) => db.batch(statements.map((statement) => db.prepare(statement)));
const migrateTo = (last: string) =>
  applyD1Migrations(
    db,
    env.TEST_MIGRATIONS.filter(({ name }) => name <= last),
  );
const lines = async (query: string) =>
  (await db.prepare(query).all<{ line: string }>()).results.map(({ line }) => line);
const insertUser = (id: string) =>
  `INSERT INTO users (id, username, password, email, full_name, created_at) VALUES ('${id}', '${id}', '', '${id}@x', '${id}', '')`;
const keyOf = (id: string) => `(SELECT key FROM users WHERE id = '${id}')`;

test("0012 folds the terms of members who were indexed before", async () => {
  await migrateTo("0011_media_release.sql");
  const insert = "INSERT INTO users (id, username, password, email, full_name, created_at) VALUES";
  await run(
    `${insert} ('1', 'kanji', '', '1@x', '鈴木一郎', '')`,
    `${insert} ('2', 'marks', '', '2@x', 'فَاطِمَة', '')`,
  );
  const terms = () =>
    lines("SELECT term AS line FROM name_terms WHERE term IN ('一郎', 'فاطمة') ORDER BY user_id");
  expect(await terms()).toEqual([]);
  await migrateTo("0012_search_marks.sql");
  expect(await terms()).toEqual(["一郎", "فاطمة"]);
  await run("DELETE FROM users");
});

describe("connections become sides", () => {
  const insertOld = (id: string, from: string, to: string, status: string, at = AT) =>
    `INSERT INTO connections (id, follower_id, following_id, status, created_at) VALUES ('${id}', '${from}', '${to}', '${status}', '${at}')`;
  const insertNew = (from: string, to: string, accepted: 0 | 1) =>
    `INSERT INTO connection_sides (member, accepted, other, sent, created_at) VALUES (${keyOf(from)}, ${accepted}, '${to}', 1, 1767262830456)`;
  const inOld = () =>
    lines(
      "SELECT follower_id || ' ' || following_id || ' ' || status || ' ' || created_at AS line FROM connections ORDER BY line",
    );
  /** The same lines, from the sides of those who have asked. */
  const inNew = () =>
    lines(`
      SELECT u.id || ' ' || other || ' ' || iif(accepted, 'accepted', 'pending') || ' '
        || strftime('%Y-%m-%dT%H:%M:%fZ', s.created_at / 1000.0, 'unixepoch') AS line
      FROM connection_sides s JOIN users u ON u.key = s.member WHERE sent = 1 ORDER BY line`);
  /** Sides without the one of the other member. */
  const lonely = () =>
    lines(`
      SELECT u.id || ' ' || s.other AS line FROM connection_sides s JOIN users u ON u.key = s.member
      WHERE NOT EXISTS (SELECT 1 FROM connection_sides o JOIN users v ON v.key = o.member
        WHERE v.id = s.other AND o.other = u.id AND o.accepted = s.accepted AND o.sent = 1 - s.sent)`);
  const counts = () =>
    lines("SELECT id || ' ' || follower_count || ' ' || following_count AS line FROM users ORDER BY id");
  const blocked = () =>
    run("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'ivo', 'ada', '')");

  test("keeping every row, either code's writes, and the counts", async () => {
    await migrateTo("0017_keys.sql");
    await run(
      ...["ada", "grace", "eve", "ivo", "una"].map(insertUser),
      insertOld("1", "ada", "grace", "accepted"),
      insertOld("2", "eve", "ada", "pending"),
      insertOld("3", "ada", "ivo", "accepted", "2025-12-31T23:59:59.999Z"),
      // A day without a time.
      insertOld("4", "grace", "eve", "accepted", "2026-01-01"),
    );
    const before = await inOld();
    const countsBefore = await counts();
    await migrateTo("0020_connection_sides.sql");
    expect(await inNew()).toEqual(before.map((line) => line.replace(/01$/, "01T00:00:00.000Z")));
    expect([await lonely(), await counts()]).toEqual([[], countsBefore]);

    // The code before.
    await run(
      insertOld("5", "una", "eve", "pending"),
      "UPDATE connections SET status = 'accepted' WHERE id = '2'",
      "DELETE FROM connections WHERE id IN ('1', '4')",
    );
    const withOldWrites = [
      "ada ivo accepted 2025-12-31T23:59:59.999Z",
      `eve ada accepted ${AT}`,
      `una eve pending ${AT}`,
    ];
    expect(await inOld()).toEqual(withOldWrites);
    expect(await inNew()).toEqual(withOldWrites);
    expect(await lonely()).toEqual([]);
    expect(await counts()).toEqual(["ada 1 1", "eve 0 1", "grace 0 0", "ivo 1 0", "una 0 0"]);

    // The code after: by the side of the one who has asked, and by the other.
    await run(
      insertNew("grace", "una", 0),
      insertNew("grace", "ivo", 1),
      `UPDATE connection_sides SET accepted = 1 WHERE member = ${keyOf("una")} AND other = 'grace'`,
      `DELETE FROM connection_sides WHERE member = ${keyOf("ada")} AND other = 'eve'`,
    );
    const withBoth = [
      "ada ivo accepted 2025-12-31T23:59:59.999Z",
      `grace ivo accepted ${AT}`,
      `grace una accepted ${AT}`,
      `una eve pending ${AT}`,
    ];
    expect(await inOld()).toEqual(withBoth);
    expect(await inNew()).toEqual(withBoth);
    expect(await counts()).toEqual(["ada 0 1", "eve 0 0", "grace 0 2", "ivo 2 0", "una 1 0"]);
    const ids = await lines("SELECT id AS line FROM connections WHERE length(id) > 1");
    expect(ids).toHaveLength(2);
    for (const id of ids) expect(id).toMatch(/^019b7912-bf78-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);

    // A block, and a deleted member.
    await blocked();
    await run("DELETE FROM users WHERE id = 'una'");
    expect([await inOld(), await inNew()]).toEqual([
      [`grace ivo accepted ${AT}`],
      [`grace ivo accepted ${AT}`],
    ]);

    await migrateTo("0021_contract_connections.sql");
    expect(await inNew()).toEqual([`grace ivo accepted ${AT}`]);
    await run(
      insertNew("ada", "ivo", 1),
      insertNew("ada", "grace", 1),
      "DELETE FROM users WHERE id = 'grace'",
    );
    expect(await inNew()).toEqual([]);
    expect([await lonely(), await counts()]).toEqual([[], ["ada 0 0", "eve 0 0", "ivo 0 0"]]);
  });
});

describe("name terms become search terms", () => {
  const insertOld = (rank: number, term: string, user: string) =>
    `INSERT OR IGNORE INTO name_terms (rank, term, user_id) VALUES (${rank}, '${term}', '${user}')`;
  const insertNew = (rank: number, term: string, user: string) =>
    `INSERT OR IGNORE INTO search_terms (rank, term, member) VALUES (${rank}, '${term}', ${keyOf(user)})`;
  const inOld = () =>
    lines("SELECT user_id || ' ' || rank || ' ' || term AS line FROM name_terms ORDER BY line");
  const inNew = () =>
    lines(
      "SELECT u.id || ' ' || rank || ' ' || term AS line FROM search_terms JOIN users u ON u.key = member ORDER BY line",
    );

  test("keeping every row and either code's writes", async () => {
    await migrateTo("0021_contract_connections.sql");
    await run(
      "DELETE FROM users",
      insertUser("mira"),
      insertUser("olga"),
      insertOld(0, "mira", "mira"),
      insertOld(1, "sol", "mira"),
    );
    const before = ["mira 0 mira", "mira 1 sol", "olga 0 olga"];
    expect(await inOld()).toEqual(before);
    await migrateTo("0022_search_terms.sql");
    expect([await inOld(), await inNew()]).toEqual([before, before]);

    // The code before.
    await run(
      insertUser("ines"),
      insertOld(0, "ines", "ines"),
      insertOld(1, "nes", "ines"),
      "UPDATE users SET username = 'moon' WHERE id = 'mira'",
      insertOld(2, "oon", "mira"),
    );
    const withOldWrites = [
      "ines 0 ines",
      "ines 1 nes",
      "mira 0 mira",
      "mira 0 moon",
      "mira 2 oon",
      "olga 0 olga",
    ];
    expect([await inOld(), await inNew()]).toEqual([withOldWrites, withOldWrites]);

    // The code after.
    await run(
      "INSERT INTO users (id, username, password, email, full_name, created_at, key) VALUES ('una', 'Una', '', 'una@x', 'Una', '', 900)",
      insertNew(0, "una", "una"),
      insertNew(2, "na", "una"),
      "UPDATE users SET full_name = 'Sun' WHERE id = 'mira'",
      "DELETE FROM users WHERE id = 'ines'",
    );
    const withBoth = ["mira 0 moon", "mira 0 sun", "olga 0 olga", "una 0 una", "una 2 na"];
    expect([await inOld(), await inNew()]).toEqual([withBoth, withBoth]);

    await migrateTo("0023_contract_name_terms.sql");
    await run(insertUser("ivy"), "DELETE FROM users WHERE id IN ('mira', 'una')");
    expect(await inNew()).toEqual(["ivy 0 ivy", "olga 0 olga"]);
  });
});
