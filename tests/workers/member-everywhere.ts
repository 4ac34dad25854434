import { env } from "cloudflare:test";
import { type Column, getTableColumns } from "drizzle-orm";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { inject } from "vitest";
import { newId } from "~/contract/ids";
import * as schema from "~/db/schema";
import { chatBindings } from "../../workers/chat-bindings";
import { scheduled } from "../../workers/scheduled";
import { quietHours } from "../factories/push-service";
import { type Member, member } from "./client";
import { connect } from "./connect";
import { turnOn } from "./push-devices";

/** In every text of the member, and in the username, the address and the full name. */
export const CANARY = "quokka";
/** The keys of its member and posts are no other numbers of the tests. */
const LEAST_KEY = { users: 87_654_320, posts: 76_543_210 };
/** Returns the SQL of a new key: the next row gets one more. */
const above = (table: keyof typeof LEAST_KEY) =>
  `max(${LEAST_KEY[table]}, (SELECT max(key) + 1 FROM ${table}))`;

interface Posted {
  mine: string;
  mediaUrl: string;
}

const data = (photo: string) => `data:image/jpeg;base64,${inject("photos")[photo]}`;
const databases = () => [env.DB, ...chatBindings(env)];
const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();
const first = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .first<Record<string, string>>();

/** Returns a value for a column that a row was not given: a text has the mark and names the column. */
function defaultOf(table: string, { name, enumValues, dataType, notNull }: Column): unknown {
  if (/_at$|^until$/.test(name)) return dataType === "string" ? "2100-01-01T00:00:00.000Z" : Date.UTC(2100);
  if (dataType === "string") return enumValues?.[0] ?? `${CANARY} ${table}.${name}`;
  return notNull ? 1 : null;
}

/** Inserts a row of the schema. Columns that are not given get a value. */
async function insert<T extends SQLiteTable>(
  table: T,
  given: Partial<Record<keyof T["$inferSelect"], unknown>>,
  database = env.DB,
): Promise<void> {
  const { name } = getTableConfig(table);
  const values = Object.entries(getTableColumns(table)).map(([property, column]) => [
    column.name,
    property in given ? given[property] : defaultOf(name, column),
  ]);
  const columns = values.map(([column]) => `"${column}"`).join(", ");
  await database
    .prepare(`INSERT OR REPLACE INTO ${name} (${columns}) VALUES (${values.map(() => "?")})`)
    .bind(...values.map(([, value]) => value))
    .run();
}

/** Creates a member whose rows differ from those of others, and three connections of theirs. */
async function members(): Promise<{ ada: Member; others: [Member, Member, Member] }> {
  const earlier: [Member, Member] = [await member("grace"), await member("eve")];
  const { key } = (await first("SELECT key FROM users WHERE id = ?", earlier[1].id)) ?? {};
  await run("DELETE FROM search_terms WHERE member = ?", key);
  await run(`UPDATE users SET key = ${above("users")} WHERE id = ?`, earlier[1].id);
  const ada = await member(CANARY);
  // Of two members in one row, each is the first in the order of the ids once.
  let late = await member("late");
  while (late.id < ada.id) late = await member("late");
  const others: [Member, Member, Member] = [...earlier, late];
  for (const other of others) await connect(ada, other);
  return { ada, others };
}

/** Creates posts of both and whatever each does with the other's, by calls. */
async function share(ada: Member, grace: Member): Promise<Posted> {
  await ada.call("setUpProfile", {
    body: {
      username: `${CANARY}.again${ada.username.slice(CANARY.length)}`,
      bio: `${CANARY} bio`,
      profileImage: data("small"),
    },
  });
  const hers = await grace.call("createPost", { body: { mediaUrl: data("small") } });
  await run(`UPDATE posts SET key = ${above("posts")} WHERE id = ?`, hers.id);
  const texts = {
    caption: `${CANARY} #${CANARY} #${CANARY}é`,
    location: `${CANARY} beach`,
    altText: `${CANARY} alt`,
  };
  const body = {
    mediaUrl: data("journey0"),
    ...texts,
    camera: { model: `${CANARY} X100` },
    clientId: crypto.randomUUID(),
  };
  const mine = await ada.call("createPost", { body });
  for (const [one, id] of [
    [ada, hers.id],
    [grace, mine.id],
  ] as const) {
    const params = { id };
    await one.call("likePost", { params });
    await one.call("savePost", { params });
    const text = one === ada ? `${CANARY} comment` : "Lovely";
    const comment = await one.call("addComment", { params, body: { comment: text } });
    await one.call("likeComment", { params: { id, commentId: comment.id } });
    await one.call("report", {
      body: { postId: id, reason: "spam", details: one === ada ? `${CANARY} report` : "" },
    });
  }
  const { id: collectionId } = await ada.call("createCollection", { body: { name: `${CANARY} dusk` } });
  await ada.call("moveSavedPosts", { body: { postIds: [hers.id], collectionId } });
  await ada.call("editCollection", { params: { id: collectionId }, body: { coverPostId: hers.id } });
  return { mine: mine.id, mediaUrl: mine.mediaUrl };
}

/** Exchanges messages with files in each chat database. */
async function talk(ada: Member, others: readonly Member[]): Promise<void> {
  const attachment = { data: `data:text/plain;base64,${btoa(CANARY)}`, name: `${CANARY}.txt` };
  for (const other of others) {
    const params = { userId: other.id };
    await ada.call("sendMessage", { params, body: { content: `${CANARY} message`, attachment } });
    await other.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hello" } });
  }
  for (const database of databases())
    await database
      .prepare(
        "INSERT OR IGNORE INTO message_blocks (conversation, last, words) SELECT key, 1, ? FROM conversations",
      )
      .bind(` ${CANARY} `)
      .run();
}

/** Inserts credentials, jobs and counters of the member, which no call writes at once. */
async function insertOwn(userId: string, { mine, mediaUrl }: Posted): Promise<void> {
  const mediaId = mediaUrl.slice("/media/".length);
  const { key: post } = (await first("SELECT key FROM posts WHERE id = ?", mine)) ?? {};
  await insert(schema.aiImages, { userId, mediaId, imageUrl: mediaUrl });
  await insert(schema.postPhotos, { post, mediaId });
  await insert(schema.imageChecks, { mediaId });
  const { aiUses, onlineMembers, hubSubscriptions, deletedClientIds } = schema;
  for (const table of [aiUses, onlineMembers, hubSubscriptions, deletedClientIds])
    await insert(table, { userId });
  const { passwordResets, emailChanges, emailUndos, alertLinks, pendingLogIns } = schema;
  for (const table of [passwordResets, emailChanges, emailUndos, alertLinks, pendingLogIns])
    await insert(table, { userId });
  const { totpSecrets, recoveryCodes, passkeys } = schema;
  for (const table of [totpSecrets, recoveryCodes, passkeys]) await insert(table, { userId });
  await insert(schema.sentMails, { id: newId(), owner: userId, address: "a hash", kind: "alert" });
  await insert(schema.heldMails, { userId, kind: "alert" });
  await insert(schema.quotaCounters, { owner: userId });
  await insert(schema.invitations, { memberId: userId });
  await insert(schema.waitingMembers, { memberId: userId });
}

/** Inserts rows of two members, each of which has both sides once. */
async function insertPairs(ada: Member, [grace, eve]: readonly [Member, Member, Member]): Promise<void> {
  for (const [from, to] of [
    [ada, grace],
    [grace, ada],
  ] as const) {
    const keys = await first(
      "SELECT f.key AS member, t.key AS sender FROM users f, users t WHERE f.id = ? AND t.id = ?",
      from.id,
      to.id,
    );
    await insert(schema.connectionRequests, { id: newId(), fromId: from.id, toId: to.id });
    await insert(schema.notificationExceptions, { ...keys });
    await insert(schema.withdrawnNotices, { ...keys });
    await insert(schema.dismissedSuggestions, { member: keys?.member, other: to.id });
    await insert(schema.endedConnections, { id: null, lowId: from.id, highId: to.id, isOpen: 0 });
    await insert(schema.suspendedConnections, { memberId: from.id, otherId: to.id });
    await insert(schema.invitedMembers, { memberId: from.id, invitedBy: to.id });
  }
  for (const [one, other] of [
    [ada.id, eve.id],
    [eve.id, ada.id],
  ] as const) {
    await insert(schema.mutes, { muterId: one, mutedId: other });
    await withoutTriggers("blocks", () =>
      insert(schema.blocks, { id: newId(), blockerId: one, blockedId: other }),
    );
  }
}

/** Inserts a decision about the member and all that can belong to one. */
async function insertDecision({ id: memberId, username }: Member, { mine }: Posted): Promise<void> {
  const decisionId = newId();
  await insert(schema.moderationLog, {
    id: decisionId,
    memberId,
    memberName: username,
    actorId: null,
    actorName: "the operator",
    action: "warn",
    subjectId: mine,
    postId: mine,
    undoes: null,
  });
  await insert(schema.appeals, { decisionId, memberId });
  await insert(schema.removedContent, { decisionId, mediaId: null });
  await insert(schema.removedHashes, { mediaId: `${CANARY} removed`, hash: CANARY });
  await insert(schema.removedLooks, { mediaId: `${CANARY} removed` });
  await insert(schema.evidencePhotos, { postId: mine, mediaId: `${CANARY} evidence` });
  const { key: member } = (await first("SELECT key FROM users WHERE id = ?", memberId)) ?? {};
  await insert(schema.suspendedTerms, { member });
  await withoutTriggers("suspensions", () => insert(schema.suspensions, { memberId, decisionId }));
}

/** Inserts rows that end what the tests need: a suspension ends sessions, a block connections. */
async function withoutTriggers(table: string, work: () => Promise<void>): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ?",
  )
    .bind(table)
    .all<{ name: string; sql: string }>();
  await env.DB.batch(results.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)));
  await work();
  await env.DB.batch(results.map(({ sql }) => env.DB.prepare(sql)));
}

/**
 * Creates a member who has a row in every table, in each database, and three others with whom they have to do.
 * A test checks that there is none without one.
 */
export async function memberEverywhere() {
  const { ada, others } = await members();
  const [grace] = others;
  const posted = await share(ada, grace);
  for (const one of [ada, grace]) await turnOn(one);
  await talk(ada, others);
  await ada.call("followTag", { params: { tag: CANARY } });
  await ada.call("muteWord", { body: { word: CANARY } });
  await others[1].call("readMessages", { params: { userId: ada.id } });
  await ada.call("saveNotificationSettings", { body: { push: [] } });
  await ada.call("setQuietHours", { body: quietHours });
  // Indexes words.
  await scheduled({ scheduledTime: Date.now() }, env);
  await insertOwn(ada.id, posted);
  await insertPairs(ada, others);
  await insertDecision(ada, posted);
  return { ada, others, ...posted };
}
