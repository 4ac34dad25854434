import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { UserSummary } from "~/contract/accounts";
import { newId } from "~/contract/ids";
import { openDb } from "~/db/client";
import { users } from "~/db/schema";
import { storeNameTerms } from "~/domain/search/name-terms";
import { suggestMembers } from "~/domain/search/suggest-members";
import { Client, dataUrl, member } from "./client";
import { connect, twoConnected } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

async function search(client: Client, q: string): Promise<UserSummary[]> {
  const reply = await client.fetch(`/api/users/search?q=${encodeURIComponent(q)}`);
  expect(reply.status).toBe(200);
  return reply.json();
}

let made = 0;
async function named(username: string, fullName: string): Promise<Client & { id: string }> {
  made += 1;
  const client = new Client();
  const email = `named${made}@example.com`;
  const { user } = await client.call("signUp", {
    body: { fullName, email, password: "golden hour", username },
  });
  return Object.assign(client, { id: user.id });
}

/** Stores a member as sign-up does, without the time to hash a password. */
async function storeMember(username: string, fullName: string): Promise<void> {
  const { db } = openDb(env.DB);
  const id = newId();
  const createdAt = new Date().toISOString();
  await db.batch([
    db.insert(users).values({ id, username, fullName, password: "-", email: `${id}@example.com`, createdAt }),
    storeNameTerms(db, id, username, fullName),
  ]);
}

const names = (users: UserSummary[]) => users.map(({ username }) => username);

describe("search", () => {
  test("finds by username and full name without case and accents, prefix matches first", async () => {
    const ada = await member("seeker");
    await named("lindgren", "Zoë Ångström");
    await named("zoe.berg", "Ann Lindqvist");
    await named("blind.spot", "Peter Zoeller");
    expect(names(await search(ada, "LIND"))).toEqual(["lindgren", "zoe.berg", "blind.spot"]);
    expect(names(await search(ada, "ångst"))).toEqual(["lindgren"]);
    expect(names(await search(ada, "zoe ang"))).toEqual(["lindgren"]);
    expect(names(await search(ada, "Ångström Zo"))).toEqual(["lindgren"]);
    expect(names(await search(ada, "@zoe.b"))).toEqual(["zoe.berg"]);
    expect(names(await search(ada, "spot"))).toEqual(["blind.spot"]);
    expect((await search(ada, "zoe"))[0]).toEqual({
      id: expect.any(String),
      username: expect.any(String),
      fullName: expect.any(String),
      profileImage: null,
    });
    expect(await search(ada, "zoeb")).toEqual([]);
  });

  test("finds the inside of names in scripts without spaces", async () => {
    const ada = await member("seeker");
    await named("yamada", "山田太郎");
    await named("cheolsu", "김철수");
    await named("somchai", "สมชาย");
    for (const q of ["山田", "太郎", "田太"]) expect(names(await search(ada, q)), q).toEqual(["yamada"]);
    expect(names(await search(ada, "철수"))).toEqual(["cheolsu"]);
    expect(names(await search(ada, "ชาย"))).toEqual(["somchai"]);
    expect(await search(ada, "太山")).toEqual([]);
  });

  test("ignores harakat and Hebrew points, in names and in queries", async () => {
    const ada = await member("seeker");
    await named("muhammad", "مُحَمَّد علي");
    await named("shalom", "שלום");
    for (const q of ["محمد", "مُحمد", "محـمد"]) expect(names(await search(ada, q)), q).toEqual(["muhammad"]);
    expect(names(await search(ada, "שָׁלוֹם"))).toEqual(["shalom"]);
  });

  test("returns nothing for fewer than two characters", async () => {
    const ada = await member("aa");
    for (const q of ["", " ", "a", " a ", "@", "@a", "@ a", "a\u0301"])
      expect(await search(ada, q)).toEqual([]);
    expect(await (await ada.fetch("/api/users/search")).json()).toEqual([]);
    expect((await search(ada, "aa")).length).toBe(1);
  });

  test("returns at most twenty members, each once", async () => {
    const ada = await member("crowd");
    await Promise.all(Array.from({ length: 24 }, (_, n) => storeMember(`anan.anan${n}`, "Anan Anan Anan")));
    const found = await search(ada, "an");
    expect(new Set(names(found)).size).toBe(20);
    expect(found).toHaveLength(20);
  });

  test.each([
    ["%"],
    ["%%"],
    ["__"],
    ["' OR '1'='1"],
    ['"quoted"'],
    ["🌅🌅"],
    ["\u0000\u0000"],
    ["\\\\"],
    ["x".repeat(500)],
    ["é".repeat(500)],
    ["\u{10FFFF}\u{10FFFF}"],
    ["*?[a-z]"],
  ])("treats %j literally", async (q) => {
    await member("harmless");
    expect(await search(await member("odd"), q)).toEqual([]);
  });

  test("finds a full name of 100 characters by all of it", async () => {
    const ada = await member("seeker");
    await named("long.name", "x".repeat(100));
    expect(names(await search(ada, "x".repeat(100)))).toEqual(["long.name"]);
  });

  test("finds what members typed literally", async () => {
    const ada = await named("under_score", "100% Sure 🌅");
    expect(names(await search(ada, "r_s"))).toEqual(["under_score"]);
    expect(names(await search(ada, "100%"))).toEqual(["under_score"]);
    expect(names(await search(ada, "🌅"))).toEqual(["under_score"]);
  });

  test("finds a new username and full name, but not the old ones or deleted members", async () => {
    const ada = await member("lookout");
    const bea = await named("before.dusk", "Bea Nilsson");
    await bea.call("setUpProfile", { body: { username: "after.dusk" } });
    expect(await search(ada, "before.du")).toEqual([]);
    expect(names(await search(ada, "after.du"))).toEqual(["after.dusk"]);
    const { user } = await bea.call("setUpProfile", { body: { fullName: " Bea Holmström " } });
    expect(user).toMatchObject({ fullName: "Bea Holmström", username: "after.dusk" });
    expect(await search(ada, "nilss")).toEqual([]);
    expect(names(await search(ada, "holmstr"))).toEqual(["after.dusk"]);
    expect(names(await search(ada, "after.du"))).toEqual(["after.dusk"]);
    await bea.call("deleteAccount", { body: { confirmation: "after.dusk", currentPassword: "golden hour" } });
    expect(await search(ada, "after.du")).toEqual([]);
    const left = await env.DB.prepare(
      "SELECT count(*) AS n FROM search_terms WHERE member NOT IN (SELECT key FROM users) OR term GLOB '*dusk*'",
    ).first("n");
    expect(left).toBe(0);
  });

  test("finds members that were inserted by SQL", async () => {
    const ada = await member("watcher");
    await env.DB.prepare(
      "INSERT INTO users (id, username, password, email, full_name, created_at) VALUES ('raw', 'Raw.Row', '', 'raw@x', 'By Hand', '2026-01-01T00:00:00.000Z')",
    ).run();
    expect(names(await search(ada, "raw.r"))).toEqual(["Raw.Row"]);
    expect(names(await search(ada, "by ha"))).toEqual(["Raw.Row"]);
  });
});

describe("suggestions", () => {
  const namesFor = async (viewer: { id: string }) => names(await suggestMembers(contextOf(viewer).ctx));

  test("names members with the most common connections first, then the newest with a profile", async () => {
    const [ada, bea, cem, one, two, late] = [
      await member("ada"),
      await member("bea"),
      await member("cem"),
      await member("one"),
      await member("two"),
      await member("late"),
    ];
    await connect(ada, bea);
    await connect(cem, ada);
    await connect(bea, two);
    await connect(two, cem);
    await connect(cem, one);
    await storeMember("not.set.up", "No Profile");
    expect((await namesFor(ada)).slice(0, 3)).toEqual([two.username, one.username, late.username]);
    expect(await namesFor(ada)).not.toEqual(
      expect.arrayContaining([ada.username, bea.username, "not.set.up"]),
    );
  });

  test("gives the reason: a connection in common, or a hashtag of the viewer's posts", async () => {
    const [ada, bea, cem, far, near, tagger, late] = [
      await member("ada"),
      await member("bea"),
      await member("cem"),
      await member("far"),
      await member("near"),
      await member("tagger"),
      await member("late"),
    ];
    for (const friend of [bea, cem]) {
      await connect(ada, friend);
      await connect(friend, near);
    }
    await connect(far, bea);
    const tag = `dusk_${ada.id.slice(-8)}`;
    // A connection and the viewer post about it too.
    for (const by of [ada, tagger, bea, ada])
      await by.call("createPost", { body: { mediaUrl: dataUrl, caption: `#${tag}` } });
    const found = await ada.call("listSuggestions");
    expect(found.slice(0, 4).map(({ username, reason }) => [username, reason])).toEqual([
      [near.username, { type: "connection", name: cem.username, others: 1 }],
      [far.username, { type: "connection", name: bea.username, others: 0 }],
      [tagger.username, { type: "tag", name: tag, others: 0 }],
      [late.username, null],
    ]);
  });

  test("leaves out dismissed members for good, of one viewer alone", async () => {
    const [ada, grace, bea, cem] = [
      await member("ada"),
      await member("grace"),
      await member("bea"),
      await member("cem"),
    ];
    for (const viewer of [ada, grace]) await connect(viewer, bea);
    await connect(bea, cem);
    const dismiss = (userId: string) => ada.call("dismissSuggestion", { params: { userId } });
    for (const id of [cem.id, cem.id, ada.id, "nobody"]) await dismiss(id);
    expect(await namesFor(ada)).not.toContain(cem.username);
    expect((await namesFor(grace))[0]).toBe(cem.username);
    const stored = await env.DB.prepare("SELECT count(*) AS n FROM dismissed_suggestions").first("n");
    expect(stored).toBe(1);
  });

  test("leaves out members who stay out, and muted ones", async () => {
    const [ada, bea, shy, muted, seen] = [
      await member("ada"),
      await member("bea"),
      await member("shy"),
      await member("muted"),
      await member("seen"),
    ];
    await connect(ada, bea);
    for (const far of [shy, muted, seen]) await connect(bea, far);
    await shy.call("setDiscovery", { body: { hidden: true } });
    await ada.call("muteMember", { params: { userId: muted.id } });
    const found = await namesFor(ada);
    expect(found).toContain(seen.username);
    for (const { username } of [shy, muted]) expect(found).not.toContain(username);
  });

  test("read a number of rows that does not grow with the connections and posts", async () => {
    const [ada, bea] = await twoConnected("ada", "bea");
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "#crowd" } });
    await env.DB.batch(
      [
        `INSERT INTO users (id, username, password, email, full_name, created_at, profile_setup_at)
         SELECT 'crowd' || i, 'crowd' || i, '', 'crowd' || i, 'Crowd', '2026', '2026' FROM n`,
        `INSERT INTO connection_sides (member, accepted, other, sent, created_at)
         SELECT u.key, 1, 'crowd' || i, 1, 1 FROM n, users u WHERE u.id = '${bea.id}'`,
        `INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, created_at)
         SELECT 'crowd' || i, 'crowd' || i, p.media_url, p.media_id, 1, 1, '', '', '2026' FROM n, posts p WHERE p.id = '${id}'`,
        "INSERT INTO post_hashtags (tag, post_id) SELECT 'crowd', 'crowd' || i FROM n",
      ].map((statement) =>
        env.DB.prepare(
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) ${statement}`,
        ),
      ),
    );
    const { ctx, cost } = contextOf(ada);
    expect(await suggestMembers(ctx)).toHaveLength(8);
    expect(cost.rowsRead).toBeLessThan(3000);
  });

  test("leaves out requested and blocked members", async () => {
    const [eve, asked, asker, blocked, blocker] = [
      await member("eve"),
      await member("asked"),
      await member("asker"),
      await member("blocked"),
      await member("blocker"),
    ];
    expect(await namesFor(eve)).toContain(asked.username);
    await eve.call("requestConnection", { params: { userId: asked.id } });
    await asker.call("requestConnection", { params: { userId: eve.id } });
    await eve.call("blockMember", { params: { userId: blocked.id } });
    await blocker.call("blockMember", { params: { userId: eve.id } });
    const found = await namesFor(eve);
    for (const { username } of [asked, asker, blocked, blocker]) expect(found).not.toContain(username);
  });
});
