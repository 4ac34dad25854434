import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { UserSummary } from "~/contract/accounts";
import { newId } from "~/contract/ids";
import { openDb } from "~/db/client";
import { users } from "~/db/schema";
import { storeNameTerms } from "~/domain/search/name-terms";
import { Client, errorOf, member } from "./client";

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
  const { user } = await client.call("signUp", { body: { fullName, email, password: "sunset", username } });
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

  test("finds what members typed literally", async () => {
    const ada = await named("under_score", "100% Sure 🌅");
    expect(names(await search(ada, "r_s"))).toEqual(["under_score"]);
    expect(names(await search(ada, "100%"))).toEqual(["under_score"]);
    expect(names(await search(ada, "🌅"))).toEqual(["under_score"]);
  });

  test("finds a new username, but not the old one or deleted members", async () => {
    const ada = await member("lookout");
    const bea = await named("before.dusk", "Bea Nilsson");
    await bea.call("setUpProfile", { body: { username: "after.dusk" } });
    expect(await search(ada, "before.du")).toEqual([]);
    expect(names(await search(ada, "after.du"))).toEqual(["after.dusk"]);
    await bea.call("deleteAccount", { body: { confirmation: "after.dusk", currentPassword: "sunset" } });
    expect(await search(ada, "after.du")).toEqual([]);
    const left = await env.DB.prepare("SELECT count(*) AS n FROM name_terms WHERE user_id = ?")
      .bind(bea.id)
      .first("n");
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

  test("refuses visitors", async () => {
    expect((await errorOf(await new Client().fetch("/api/users/search?q=ada"))).status).toBe(401);
  });
});
