import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { Client, dataUrl, errorOf, member } from "./client";

const rename = (client: Client, username: string) =>
  client.send("POST", "/api/users/profile-setup", { username });
const check = (client: Client, username: string) => client.call("checkUsername", { params: { username } });
const expire = () =>
  env.DB.prepare("UPDATE former_usernames SET expires_at = '2020-01-01T00:00:00.000Z'").run();

test("an old username finds its member for 30 days, then nobody", async () => {
  const [ada, grace] = [await member("Ada"), await member("grace")];
  await ada.call("setUpProfile", { body: { username: "ada.new" } });
  const read = (username: string) => grace.fetch(`/api/users/profile/${username}`);
  expect(await (await read(ada.username.toUpperCase())).json()).toMatchObject({
    id: ada.id,
    username: "ada.new",
  });
  const row = await env.DB.prepare("SELECT * FROM former_usernames").first<{
    expires_at: string;
    created_at: string;
  }>();
  expect(Date.parse(row?.expires_at ?? "") - Date.parse(row?.created_at ?? "")).toBe(30 * 24 * 3600 * 1000);
  await expire();
  expect((await read(ada.username)).status).toBe(404);
});

test("an old username stays reserved for 30 days in every call", async () => {
  const [ada, eve] = [await member("held"), await member("eve")];
  await ada.call("setUpProfile", { body: { username: "held.new" } });
  expect(await errorOf(await rename(eve, ada.username.toUpperCase()))).toMatchObject({
    status: 409,
    errors: { username: ["This username is already taken."] },
  });
  const body = {
    fullName: "New Comer",
    email: "newcomer@example.com",
    password: "golden hour",
    username: ada.username,
  };
  expect((await new Client().call("signUp", { body })).user.username).not.toBe(ada.username);
  expect(await check(eve, ada.username)).toMatchObject({
    available: false,
    message: "This username is already taken.",
  });
  expect((await check(ada, ada.username)).available).toBe(true);
  // The member can take it back, and gives up the other one.
  await ada.call("setUpProfile", { body: { username: ada.username } });
  expect((await rename(eve, "held.new")).status).toBe(409);
  await expire();
  expect((await rename(eve, "held.new")).status).toBe(200);
});

test("releases a provisional username at once, and reserves nothing on a change of case", async () => {
  const client = new Client();
  const { user } = await client.call("signUp", {
    body: { fullName: "Pro Visional", email: "provisional@example.com", password: "golden hour" },
  });
  await client.call("setUpProfile", { body: { username: "chosen.name" } });
  await client.call("setUpProfile", { body: { username: "Chosen.Name" } });
  expect((await check(await member("other"), user.username)).available).toBe(true);
  expect(
    await env.DB.prepare("SELECT count(*) AS n FROM former_usernames WHERE user_id = ?")
      .bind(user.id)
      .first("n"),
  ).toBe(0);
});

test("refuses a username that ends in .data, whose profile could not be opened", async () => {
  const ada = await member("ada");
  expect(await check(ada, "sun.Data")).toMatchObject({
    available: false,
    message: "This username is already taken.",
  });
  expect((await rename(ada, "sun.Data")).status).toBe(409);
  const body = {
    fullName: "Sun Data",
    email: "sun@example.com",
    password: "golden hour",
    username: "sun.data",
  };
  expect((await new Client().call("signUp", { body })).user.username).toMatch(/^sun\d{1,3}$/);
  expect((await rename(ada, "sundata")).status).toBe(200);
});

test("reserves at most ten old usernames for a member", async () => {
  const hoarder = await member("hoarder");
  for (let n = 0; n < 10; n++) expect((await rename(hoarder, `hoarded.${n}`)).status).toBe(200);
  expect(await errorOf(await rename(hoarder, "hoarded.10"))).toMatchObject({
    status: 409,
    message: "You have changed your username often lately. Please try again in a few weeks.",
  });
  expect((await rename(hoarder, "hoarded.3")).status).toBe(200);
});

test.each([
  ["ab", "Username must be at least 3 characters."],
  ["no spaces", "Username can only contain letters, numbers, underscores, and dots."],
  ["x".repeat(31), "Username must not be longer than 30 characters."],
  ["free.name", "This username is available."],
])("%j: %s", async (username, message) => {
  const ada = await member("asks");
  expect(
    await ada.call("checkUsername", { params: { username: encodeURIComponent(username) } }),
  ).toMatchObject({
    available: message.endsWith("available."),
    message,
  });
});

test("pages the photos of a profile without gaps or repeats", async () => {
  const [ada, grace] = [await member("tiles"), await member("reader")];
  const mediaUrl = dataUrl;
  const { mediaUrl: url } = await ada.call("createPost", { body: { mediaUrl } });
  for (let n = 0; n < 6; n++) await ada.call("createPost", { body: { mediaUrl: url } });
  const ids: string[] = [];
  let next: string | undefined = `/api/users/profile/${ada.username}/posts?limit=3`;
  while (next) {
    const reply: Response = await grace.fetch(next);
    ids.push(...((await reply.json()) as { id: string }[]).map(({ id }) => id));
    next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get("Link") ?? "")?.[1];
  }
  expect(ids).toHaveLength(7);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect(await grace.call("listProfilePosts", { params: { username: grace.username } })).toEqual([]);
  expect((await grace.fetch("/api/users/profile/nobody.here/posts")).status).toBe(404);
});
