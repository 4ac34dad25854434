import { applyD1Migrations, env } from "cloudflare:test";
import { expect, test } from "vitest";

const all = env.TEST_MIGRATIONS;
const expand = all.findIndex(({ name }) => /^\d+_reports\.sql$/.test(name));
const isBeforeContract = ({ name }: { name: string }) => !/^\d+_contract_reports\.sql$/.test(name);

const rows = async (query: string) => (await env.MIGRATION_DB.prepare(query).all()).results;
const run = (query: string, ...values: unknown[]) =>
  env.MIGRATION_DB.prepare(query)
    .bind(...values)
    .run();

const oldReport = (id: string, post: string, reason: string) =>
  run(
    `INSERT INTO reports (id, reporter_id, member_id, post_id, reason, created_at) VALUES (?, 'ada', 'eve', ?, ?, '2026')
     ON CONFLICT (reporter_id, member_id, post_id) DO UPDATE SET reason = excluded.reason`,
    id,
    post,
    reason,
  );

test("reports of the old form are kept, and both codes see each other's until the contract migration", async () => {
  await applyD1Migrations(env.MIGRATION_DB, all.slice(0, expand));
  for (const name of ["ada", "eve"])
    await run(
      "INSERT INTO users (id, username, password, email, full_name, bio, created_at) VALUES (?1, ?1, '', ?1, ?1, 'Hello', '2025')",
      name,
    );
  await oldReport("1", "", "spam");
  await oldReport("2", "gone", "nudity");
  await applyD1Migrations(env.MIGRATION_DB, all.filter(isBeforeContract));
  await oldReport("3", "later", "violence");
  await oldReport("4", "", "harassment");
  const columns = "kind, subject_id AS subject, reason, urgency, snapshot ->> 'text' AS text";
  expect(await rows(`SELECT ${columns} FROM abuse_reports ORDER BY id`)).toEqual([
    { kind: "member", subject: "eve", reason: "harassment", urgency: 2, text: "Hello" },
    { kind: "post", subject: "gone", reason: "nudity", urgency: 2, text: "" },
    { kind: "post", subject: "later", reason: "violence", urgency: 1, text: "" },
  ]);
  for (const [kind, subject, post] of [
    ["post", "new", "new"],
    ["comment", "c", "new"],
  ])
    await run(
      `INSERT INTO abuse_reports (id, reporter_id, member_id, kind, subject_id, post_id, reason, urgency, snapshot, created_at)
       VALUES (?1, 'ada', 'eve', ?2, ?1, ?3, 'spam', 3, '{}', '2026')`,
      subject,
      kind,
      post,
    );
  await run("UPDATE abuse_reports SET reason = 'other' WHERE subject_id = 'new'");
  expect(await rows("SELECT post_id, reason FROM reports ORDER BY post_id")).toEqual([
    { post_id: "", reason: "harassment" },
    { post_id: "gone", reason: "nudity" },
    { post_id: "later", reason: "violence" },
    { post_id: "new", reason: "other" },
  ]);
  await applyD1Migrations(env.MIGRATION_DB, all);
  expect(await rows("SELECT count(*) AS n FROM abuse_reports")).toEqual([{ n: 5 }]);
});
