import { afterEach, expect, test, vi } from "vitest";
import { type CallName, calls } from "~/contract/calls";
import { statusOf } from "~/contract/calls/call";
import { callStatuses, everyone } from "../permission-matrix";
import { cachedCalls } from "./cached-calls";
import { Client, type Member } from "./client";
import { useFakeClock } from "./hubs";
import { callNames, cast, requestOf } from "./permission-requests";
import { again, COOKIE, nameHub, tokenOf } from "./sessions";

/** Each reply of these calls has a new challenge, so none is cached and no two are the same. */
const challenges = new Set<CallName>(["startPasskeyLogin", "startPasskey", "startPasskeySignUp"]);

/** The GETs of the permission matrix with cookies that name a hub. */
const reads = callNames.filter((name) => calls[name].method === "GET" && !challenges.has(name));

const answerOf = async (client: Client, path: string) => {
  const reply = await client.fetch(path);
  return { status: reply.status, body: await reply.text() };
};

/** The replies to the same request: from the database, from a cold hub and from a warm one. */
async function answersOf(client: Client, memberId: string, path: string) {
  nameHub(client, null);
  const database = await answerOf(client, path);
  nameHub(client, memberId);
  const hub = [await answerOf(client, path), await answerOf(client, path)];
  nameHub(client, null);
  return { database, hub };
}

afterEach(() => {
  vi.useRealTimers();
});

test.each(reads)("%s: a hub answers whom the database answers, and the same", async (name) => {
  const members = await cast();
  const { path } = await requestOf(name, members.owner);
  for (const who of everyone) {
    if (who === "nobody") continue;
    const { database, hub } = await answersOf(members[who], members[who].id, path);
    expect(database.status, who).toBe(callStatuses[name][who] ?? statusOf(calls[name]));
    expect(hub, who).toEqual([database, database]);
  }
});

/** The reply to a client: 401; or the reply to its token's member, who is never the one whom the cookie names. */
type Fate = "401" | "own";

interface Claim {
  /** Returns the client of the row. The hubs of both members are warm before. */
  make: (ada: Member, eve: Member) => Promise<Client>;
  /** The reply to calls that a hub is asked for; the others look the token up in the database. */
  cached: Fate;
  others: Fate;
}

/** Eve's browser, with a token of hers and this in place of her id. */
const naming = (value: (ada: Member) => string | Promise<string>): Claim["make"] => {
  return async (ada, eve) => {
    eve.cookies.set(COOKIE, `${tokenOf(eve)}.${await value(ada)}`);
    return eve;
  };
};

async function deletedId(ada: Member): Promise<string> {
  const body = { confirmation: ada.username, currentPassword: "sunset" };
  await ada.call("deleteAccount", { body });
  return ada.id;
}

/** Every cookie that claims a hub in a wrong way, or that was right once. */
const claims: Record<string, Claim> = {
  "a forged token and another's id": {
    make: async (ada, eve) => {
      eve.cookies.set(COOKIE, `forged.${ada.id}`);
      return eve;
    },
    cached: "401",
    others: "401",
  },
  "another's id": { make: naming(({ id }) => id), cached: "401", others: "own" },
  "the id of nobody": { make: naming(() => crypto.randomUUID()), cached: "401", others: "own" },
  "the id of a deleted member": { make: naming(deletedId), cached: "401", others: "own" },
  "an id in capitals": { make: naming(({ id }) => id.toUpperCase()), cached: "own", others: "own" },
  "an id with more behind it": { make: naming(({ id }) => `${id}.x`), cached: "own", others: "own" },
  "an id with a path": { make: naming(({ id }) => `../${id}`), cached: "own", others: "own" },
  "an empty id": { make: naming(() => ""), cached: "own", others: "own" },
  "a very long id": { make: naming(() => "a".repeat(3000)), cached: "own", others: "own" },
  "a session that was ended on another device": {
    make: async (_, eve) => {
      await (await again(eve)).call("endOtherSessions");
      return eve;
    },
    cached: "401",
    others: "401",
  },
  "a session whose password was changed on another device": {
    make: async (_, eve) => {
      const body = { currentPassword: "sunset", newPassword: "moonrise" };
      await (await again(eve)).call("changePassword", { body });
      return eve;
    },
    cached: "401",
    others: "401",
  },
  "a session that has expired in a warm hub": {
    make: async (_, eve) => {
      useFakeClock();
      vi.setSystemTime(Date.now() + 25 * 60 * 60_000);
      return eve;
    },
    cached: "401",
    others: "401",
  },
};

/** Creates what the reads about a member need. */
async function readsAbout(owner: Member): Promise<[CallName, string][]> {
  const requests: [CallName, string][] = [];
  for (const name of reads) requests.push([name, (await requestOf(name, owner)).path]);
  return requests;
}

async function warm(one: Member): Promise<void> {
  for (const name of cachedCalls) expect((await one.fetch(calls[name].path)).status).toBe(200);
}

test.each(Object.entries(claims))("a cookie with %s", async (_, { make, cached, others }) => {
  const { owner: ada, stranger: eve } = await cast();
  const requests = await readsAbout(ada);
  await warm(ada);
  await warm(eve);
  const plain = new Client();
  plain.cookies.set(COOKIE, tokenOf(eve));
  const client = await make(ada, eve);
  for (const [name, path] of requests) {
    const refused = { status: 401, body: expect.not.stringContaining(ada.username) };
    const fate = cachedCalls.some((one) => one === name) ? cached : others;
    const expected = fate === "401" ? refused : await answerOf(plain, path);
    for (const time of ["first", "second"]) {
      expect(await answerOf(client, path), `${name}, for the ${time} time`).toEqual(expected);
    }
  }
});

test("a warm hub shows a block to the blocked as the database does", async () => {
  const { owner, connection: other } = await cast();
  const requests = await readsAbout(owner);
  await warm(other);
  for (const [, path] of requests) await other.fetch(path);
  await owner.call("blockMember", { params: { userId: other.id } });
  const plain = new Client();
  plain.cookies.set(COOKIE, tokenOf(other));
  for (const [name, path] of requests) {
    const expected = await answerOf(plain, path);
    expect(expected.status, name).toBe(callStatuses[name].blocked ?? statusOf(calls[name]));
    // The hub event of the block arrives after its reply.
    await expect.poll(() => answerOf(other, path), { message: name }).toEqual(expected);
  }
});
