import { describe, expect, test } from "vitest";
import { LIST_SEARCH_PAGE } from "~/contract/limits";
import { listConnected } from "~/domain/connections/list-sides";
import { listLikers } from "~/domain/posts/list-likers";
import { dataUrl, errorOf, type Member, member } from "./client";
import { ask, connect } from "./connect";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const none = { isConnected: false, isPending: false, hasPendingRequest: false };

const named = (one: Member) => ({ params: { username: one.username } });
const namesOf = (members: readonly { username: string }[]) => members.map(({ username }) => username);

describe("the members behind the counts of a profile", () => {
  test("are those of each direction, with the viewer's connection", async () => {
    const [ada, grace, noah, viewer] = await Promise.all(
      ["ada", "grace", "noah", "vera"].map((name) => member(name)),
    );
    if (!ada || !grace || !noah || !viewer) throw new Error("A member is missing");
    await connect(grace, ada);
    await connect(ada, noah);
    await connect(viewer, ada);
    await ask(viewer, grace);
    const connected = await viewer.call("listConnected", named(ada));
    expect(new Map(connected.map(({ id, connection }) => [id, connection]))).toEqual(
      new Map([
        [grace.id, { ...none, isPending: true }],
        [viewer.id, null],
      ]),
    );
    expect(await viewer.call("listConnecting", named(ada))).toEqual([
      {
        id: noah.id,
        username: noah.username,
        fullName: expect.stringMatching(/^noah /),
        profileImage: null,
        connection: none,
      },
    ]);
    expect(await grace.call("listConnecting", named(grace))).toMatchObject([
      { id: ada.id, connection: { isConnected: true } },
    ]);
  });

  test("are found by any part of a name, without case and accents", async () => {
    const [ada, grace, noah] = [await member("ada"), await member("grace"), await member("Noël")];
    await connect(grace, ada);
    await connect(noah, ada);
    const find = async (q: string) =>
      namesOf(
        await (
          await ada.fetch(`/api/users/profile/${ada.username}/connected?q=${encodeURIComponent(q)}`)
        ).json(),
      );
    expect(await find("OEL")).toEqual([noah.username]);
    expect(await find(grace.username.slice(1, 5))).toEqual([grace.username]);
    expect(await find("nobody at all")).toEqual([]);
    expect(await find("  ")).toHaveLength(2);
  });

  test("a search compares a bounded number of members a page and goes on at its cursor", async () => {
    const ada = await member("ada");
    const others = await Promise.all(Array.from({ length: 3 }, () => member("grace")));
    for (const other of others) await connect(other, ada);
    const { ctx, cost } = contextOf(ada);
    const list = { username: ada.username, direction: "connected", query: "grace" } as const;
    const page = await listConnected(ctx, list);
    expect(page.items).toHaveLength(3);
    expect(page.next).toBeNull();
    expect(cost.rowsRead).toBeLessThan(10 * LIST_SEARCH_PAGE);
  });

  test("leave out who is hidden from the viewer; a former username finds the list", async () => {
    const [ada, grace, noah] = [await member("ada"), await member("grace"), await member("noah")];
    await connect(grace, ada);
    await grace.call("blockMember", { params: { userId: noah.id } });
    expect(await noah.call("listConnected", named(ada))).toEqual([]);
    expect(await ada.call("listConnected", named(ada))).toHaveLength(1);
    const former = named(ada);
    await ada.call("setUpProfile", { body: { username: `${ada.username}.new`.slice(0, 30) } });
    expect(await ada.call("listConnected", former)).toHaveLength(1);
    for (const path of ["connected", "connecting"]) {
      const reply = await ada.fetch(`/api/users/profile/nobody.here/${path}`);
      expect(await errorOf(reply)).toMatchObject({ status: 404, message: "User not found" });
      const malformed = await ada.fetch(`/api/users/profile/${ada.username}/${path}?cursor=7`);
      expect(malformed.status).toBe(400);
    }
  });
});

describe("requests", () => {
  test("are listed for both sides until they are answered", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await ask(ada, grace);
    expect(await ada.call("listSentRequests")).toMatchObject([
      { id: grace.id, connection: { isPending: true } },
    ]);
    expect(await grace.call("listReceivedRequests")).toMatchObject([
      { id: ada.id, connection: { hasPendingRequest: true } },
    ]);
    expect(await ada.call("listReceivedRequests")).toEqual([]);
    expect(await grace.call("listSentRequests")).toEqual([]);
    await grace.call("acceptConnection", { params: { fromUserId: ada.id } });
    expect(await ada.call("listSentRequests")).toEqual([]);
    expect(await grace.call("listReceivedRequests")).toEqual([]);
  });
});

describe("the members who like a post", () => {
  test("are paged, with the viewer's connection, without those who are hidden", async () => {
    const [ada, grace, noah, eve] = [
      await member("ada"),
      await member("grace"),
      await member("noah"),
      await member("eve"),
    ];
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    for (const one of [ada, grace, noah, eve]) await one.call("likePost", { params: { id } });
    await grace.call("blockMember", { params: { userId: eve.id } });
    expect(namesOf(await grace.call("listLikers", { params: { id } }))).toEqual(
      [noah, grace, ada].map(({ username }) => username),
    );
    const { ctx } = contextOf(noah);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await listLikers(ctx, id, { cursor, limit: 1 });
      seen.push(...namesOf(page.items));
      cursor = page.next;
    } while (cursor);
    expect(seen).toEqual([eve, noah, grace, ada].map(({ username }) => username));
    await grace.call("unlikePost", { params: { id } });
    expect(await noah.call("listLikers", { params: { id } })).toHaveLength(3);
    expect((await ada.fetch("/api/posts/unknown/likes")).status).toBe(404);
  });
});

describe("the connections that a member and the viewer have in common", () => {
  const mutualsOf = async (viewer: Member, of: Member) =>
    (await viewer.call("readProfile", named(of))).mutualConnections;

  test("are counted, and the two with the newest accounts are named", async () => {
    const [viewer, ada] = [await member("vera"), await member("ada")];
    expect(await mutualsOf(viewer, ada)).toEqual({ count: 0, usernames: [] });
    const shared: Member[] = [];
    for (const name of ["one", "two", "three"]) {
      const friend = await member(name);
      await connect(viewer, friend);
      await connect(friend, ada);
      shared.unshift(friend);
      expect(await mutualsOf(viewer, ada)).toEqual({
        count: shared.length,
        usernames: namesOf(shared.slice(0, 2)),
      });
    }
    const [stranger, asked] = [await member("stranger"), await member("asked")];
    await connect(stranger, ada);
    await connect(viewer, asked);
    await ask(asked, ada);
    expect(await mutualsOf(viewer, ada)).toMatchObject({ count: 3 });
    await connect(viewer, ada);
    expect(await mutualsOf(viewer, ada)).toMatchObject({ count: 3 });
    expect(await mutualsOf(viewer, viewer)).toEqual({ count: 0, usernames: [] });
  });

  test("are without members behind a block", async () => {
    const [viewer, ada, friend] = [await member("vera"), await member("ada"), await member("friend")];
    await connect(viewer, friend);
    await connect(friend, ada);
    expect(await mutualsOf(viewer, ada)).toEqual({ count: 1, usernames: [friend.username] });
    await friend.call("blockMember", { params: { userId: viewer.id } });
    expect(await mutualsOf(viewer, ada)).toEqual({ count: 0, usernames: [] });
  });
});
