import { afterEach, expect, test, vi } from "vitest";
import { type Call, calls } from "~/contract/calls";
import { honoPath } from "../../workers/api/call";
import { pages } from "../permission-matrix";
import { Tab } from "../workers/channel";
import { Client, member } from "../workers/client";

/** Words that only their member may read, as they stand in a path, and as they were typed. */
const SECRET = "m%C3%BCde.geheim";
const secrets = ["m%C3%BCde", "müde", "geheim"];

const spies = () =>
  (["log", "warn", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs `run` and returns everything that the log got. */
async function logOf(run: () => Promise<unknown>): Promise<string[]> {
  const all = spies();
  await run();
  const lines = all.flatMap((spy) => spy.mock.calls.map((args) => args.map(String).join(" ")));
  for (const spy of all) spy.mockClear();
  return lines;
}

/** Returns the route in the log line of a request. Fails when a line has one of the secrets or an id. */
async function routeOf(client: Client, method: string, path: string, headers = {}): Promise<unknown> {
  const lines = await logOf(() => client.fetch(path, { method, headers }));
  for (const line of lines)
    for (const secret of secrets) expect(line.toLowerCase(), `${method} ${path}`).not.toContain(secret);
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? "{}").route;
}

test("a call is logged by its pattern, never by the words in its path", async () => {
  const visitor = new Client();
  for (const { method, path } of Object.values<Call>(calls)) {
    const sent = path.replace(/\{\w+\}/g, SECRET);
    expect(await routeOf(visitor, method, sent)).toBe(honoPath(path));
  }
});

test("a page is logged by its pattern, its data too", async () => {
  const visitor = new Client();
  for (const pattern of Object.keys(pages).filter((path) => path !== "/*")) {
    const path = pattern.replace(/:\w+/g, SECRET);
    expect(await routeOf(visitor, "GET", path)).toBe(pattern);
    if (path !== "/") expect(await routeOf(visitor, "GET", `${path}.data`)).toBe(`${pattern}.data`);
  }
});

test.each([
  ["GET", `/${SECRET}`, "*"],
  ["GET", `/tag/${SECRET}/more`, "*"],
  ["GET", `/profile/${SECRET}/`, "*"],
  ["HEAD", `/${SECRET}.png`, "*"],
  ["GET", `/api/${SECRET}`, "/api/*"],
  ["PUT", `/api/mutes/words/${SECRET}`, "/api/mutes/words/:word"],
  ["GET", `/media/${SECRET}`, "/media/*"],
  ["GET", "/media/0197f2b0-0000-7000-8000-0000000000aa/feed", "/media/:id/:variant"],
  ["GET", `/search?q=${SECRET}&show=people`, "/search"],
  ["GET", `/feed?${SECRET}`, "/feed"],
  ["GET", `/api/chat/attachments/${SECRET}`, "/api/chat/attachments/:messageId"],
  ["GET", "/api/posts/saved", "/api/posts/saved"],
])("%s %s is logged as %s", async (method, path, route) => {
  expect(await routeOf(new Client(), method, path)).toBe(route);
});

test("a request that is refused before its handler is logged by its pattern", async () => {
  const ada = await member("ada");
  const foreign = { Origin: "https://evil.example" };
  expect(await routeOf(ada, "DELETE", `/api/mutes/words/${SECRET}`, foreign)).toBe("/api/mutes/words/:word");
  expect(await routeOf(ada, "POST", `/profile/${SECRET}`, foreign)).toBe("/profile/:username");
});

test("the lines of one member have the same pseudonym, which is not the member's id or name", async () => {
  const [ada, eve] = [await member("ada"), await member("eve")];
  const markOf = async (client: Client) => {
    const [line = ""] = await logOf(() => client.fetch("/api/auth/me"));
    for (const { id, username } of [ada, eve]) expect(line).not.toMatch(new RegExp(`${id}|${username}`));
    return JSON.parse(line).member;
  };
  expect(await markOf(ada)).toMatch(/^[0-9a-f]{12}$/);
  expect(await markOf(ada)).toBe(await markOf(ada));
  expect(await markOf(eve)).not.toBe(await markOf(ada));
  expect(await markOf(new Client())).toBeNull();
});

test("a frame of an unknown type leaves none of its words in the log", async () => {
  const tab = await Tab.open(await member("ada"));
  const lines = await logOf(async () => {
    tab.send("müde geheim", {});
    await tab.receive("error");
  });
  expect(lines.join("\n")).toContain("unknownFrame");
  expect(lines.join("\n")).not.toMatch(/müde|geheim/);
  tab.close();
});
