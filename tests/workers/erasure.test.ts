import { env } from "cloudflare:test";
import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { DAY_MS, HOUR_MS } from "~/contract/time";
import * as schema from "~/db/schema";
import { SMALL_ROWS } from "~/domain/accounts/closed-accounts";
import document from "../../docs/database.md?raw";
import { chatBindings } from "../../workers/chat-bindings";
import { scheduled } from "../../workers/scheduled";
import { setClockAhead } from "./hubs";
import { memberEverywhere } from "./member-everywhere";
import { pushWaiting, servePushes } from "./push-devices";
import { openSocket } from "./sessions";
import { hubKeysOf, identityOf, objectsOf, tracesOf } from "./traces";

const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map(getTableConfig);

/** Tables without a column that could name a member, beside a hash or for a moment. */
const OF_NO_MEMBER: Record<string, string> = {
  chat_databases: "sizes",
  sweeps: "the places of the hourly run",
  trending_tags: "tags that several members have used",
  switched_off: "the site's switches",
  used_challenges: "hashes of random numbers",
  mail_reports: "hashes of the mail service's ids",
  site_settings: "the site's settings",
  site_texts: "the operator's texts",
  held_words: "the site's list of words",
  day_counters: "counts of all members together",
  site_totals: "sums of all members together",
  error_counts: "events and classes of errors",
  last_run: "the result of the hourly run",
  sign_ups: "hashes of networks, for an hour",
  sign_up_blocks: "the operator's blocks, and hashes of deleted addresses",
  message_removals: "numbers of messages, until they are removed",
  deleted_accounts: "written by the deletion",
  media_removals: "written by the deletion",
};

/** The columns, stored files and keys of hubs that docs/database.md lists. */
function kept(): string[] {
  const [, section = ""] = document.split("\n## After a deleted account\n");
  const [chapter = ""] = section.split("\n## ");
  const cells = [...chapter.matchAll(/^\|.*\| (.+) \|$/gm)].flatMap(([, cell = ""]) => [
    ...cell.matchAll(/`([^`]+)`/g),
  ]);
  return cells.map(([, name = ""]) => name).sort();
}

beforeEach(() => void servePushes());

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Checks that the member is in every table, and in every column that refers to a member. */
function expectEverywhere(traces: string[]): void {
  const help =
    "Insert a row in tests/workers/member-everywhere.ts, or say in OF_NO_MEMBER why the table has none.";
  for (const { name, foreignKeys } of tables) {
    const isThere = name in OF_NO_MEMBER || traces.some((trace) => trace.startsWith(`${name}.`));
    expect(isThere, `The member of this test has no row in ${name}. ${help}`).toBe(true);
    const references = foreignKeys.map((key) => key.reference());
    for (const { columns } of references.filter((one) => getTableConfig(one.foreignTable).name === "users"))
      for (const column of columns) expect(traces, help).toContain(`${name}.${column.name}`);
  }
}

/** Pushes the events that wait in the hubs of members. */
async function pushAll(owners: readonly { id: string }[]): Promise<void> {
  setClockAhead();
  for (const owner of owners) await pushWaiting(owner);
  vi.useRealTimers();
}

/** Makes an account so large that it is closed first, and deleted in steps. That is a suspension, too. */
async function enlarge({ id }: { id: string }): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM suspensions WHERE member_id = ?").bind(id),
    env.DB.prepare(
      `WITH RECURSIVE i(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n <= ${SMALL_ROWS})
      INSERT INTO deleted_client_ids (user_id, kind, client_id) SELECT ?, 'post', n FROM i`,
    ).bind(id),
  ]);
}

test.each([
  ["a small account, by one statement", false],
  ["a large account, in steps", true],
])("the deletion of %s leaves no trace in databases, files, hubs and caches", async (_, isLarge) => {
  const cached = vi.spyOn(caches.default, "put");
  const { ada, others, mediaUrl } = await memberEverywhere();
  const [grace] = others;
  await ada.fetch(mediaUrl);
  await pushAll([grace]);
  const identity = await identityOf(ada.id);
  expectEverywhere(await tracesOf(identity));
  if (isLarge) await enlarge(ada);
  const all = [ada, ...others];
  const { closed } = await openSocket(ada);
  expect(await hubKeysOf(identity, all)).toEqual(expect.arrayContaining(["member", "pushed"]));
  const keys = cached.mock.calls.map(([key]) => key);
  expect(keys).not.toEqual([]);

  const username = await env.DB.prepare("SELECT username FROM users WHERE id = ?")
    .bind(ada.id)
    .first("username");
  const body = { confirmation: `@${String(username).toUpperCase()}`, currentPassword: "sunset" };
  expect((await ada.send("DELETE", "/api/account", body)).status).toBe(204);
  expect(await closed).toBe(CLOSED_SESSION_ENDED);
  expect(ada.cookies.has("__Host-afterglow")).toBe(false);
  expect((await grace.call("readProfile", { params: { username: grace.username } })).followerCount).toBe(0);
  expect((await grace.call("readFeed"))[0]).toMatchObject({ likeCount: 0, commentCount: 0 });
  for (const ms of [0, 2 * HOUR_MS, 2 * DAY_MS]) await scheduled({ scheduledTime: Date.now() + ms }, env);
  await pushAll(others);

  await expect.poll(() => hubKeysOf(identity, [ada])).toEqual([]);
  const left = [
    ...(await tracesOf(identity)),
    ...(await objectsOf(identity)).map((name) => name.slice(0, name.indexOf("/") + 1)),
    ...(await hubKeysOf(identity, all)),
  ];
  expect([...new Set(left)].sort(), "docs/database.md lists what stays").toEqual(kept());
  for (const key of keys) expect(await caches.default.match(key)).toBeUndefined();
  for (const table of ["deleted_accounts", "media_removals"])
    expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first("n"), table).toBe(0);
  for (const chat of chatBindings(env))
    expect(await chat.prepare("SELECT count(*) AS n FROM attachment_removals").first("n")).toBe(0);
});
