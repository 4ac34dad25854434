import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { defaultSite, languageOfText } from "~/contract/site";
import { listLog } from "~/domain/moderation/list-log";
import { changeSite } from "~/domain/site/change-site";
import { cachedSite, freshSite, invalidateSite, siteReads } from "../../workers/cached-site";
import { createEdge } from "../../workers/edge";
import { onceRendered } from "../../workers/once-rendered";
import { SITE } from "./client";
import { atDesk } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();
siteReads.areOff = false;

const TTL_MS = 30_000;
let isolate: Env;
let now = Date.now();

beforeEach(() => {
  // Settings are cached by environment.
  isolate = { ...env };
  pass(0);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.prepare("DELETE FROM site_settings").run();
});

/** Lets the isolate's clock pass. */
function pass(milliseconds: number): void {
  now = Math.max(now, Date.now()) + milliseconds;
  vi.spyOn(Date, "now").mockReturnValue(now);
}

const store = (name: string) =>
  env.DB.prepare(
    "INSERT OR REPLACE INTO site_settings (id, sign_ups, sign_up_text, version, name) VALUES (1, 'open', '', ?1, ?1)",
  )
    .bind(name)
    .run();

const refuse = (): never => {
  throw new Error("The database is away.");
};

describe("the settings of the site", () => {
  test("are those of a new site without a row", async () => {
    expect(await freshSite(isolate)).toEqual(defaultSite);
  });

  test("are read once in 30 seconds", async () => {
    await store("Dusk");
    const withSession = vi.spyOn(isolate.DB, "withSession");
    expect(await freshSite(isolate)).toMatchObject({ name: "Dusk", isReadOnly: false, announcement: null });
    await store("Dawn");
    pass(TTL_MS - 1);
    expect(await freshSite(isolate)).toMatchObject({ name: "Dusk" });
    expect(withSession).toHaveBeenCalledTimes(1);
    pass(1);
    expect(await freshSite(isolate)).toMatchObject({ name: "Dawn" });
    expect(withSession).toHaveBeenCalledTimes(2);
  });

  test("are read again at once where they were changed, also when a read is under way", async () => {
    await store("Dusk");
    await freshSite(isolate);
    pass(TTL_MS);
    const read = freshSite(isolate);
    await store("Dawn");
    invalidateSite(isolate);
    await read;
    expect(await freshSite(isolate)).toMatchObject({ name: "Dawn" });
  });

  test("are the defaults, then the last ones, while the database is away", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const away = vi.spyOn(isolate.DB, "withSession").mockImplementation(refuse);
    expect(await freshSite(isolate)).toEqual(defaultSite);
    away.mockRestore();
    await store("Dusk");
    pass(TTL_MS);
    await freshSite(isolate);
    vi.spyOn(isolate.DB, "withSession").mockImplementation(refuse);
    pass(TTL_MS);
    expect(await freshSite(isolate)).toMatchObject({ name: "Dusk" });
    expect(cachedSite(isolate)).toMatchObject({ name: "Dusk" });
    expect(logged).toHaveBeenCalledTimes(2);
  });

  test("are the last ones for a request that has waited for a second", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const session = env.DB.withSession();
    const hanging = session.prepare("SELECT 1");
    vi.spyOn(hanging, "bind").mockReturnValue(hanging);
    vi.spyOn(hanging, "all").mockReturnValue(new Promise(() => undefined));
    vi.spyOn(session, "prepare").mockReturnValue(hanging);
    vi.spyOn(isolate.DB, "withSession").mockReturnValue(session);
    expect(await freshSite(isolate)).toEqual(defaultSite);
  });

  test("make documents that are kept be rendered again", async () => {
    let renderings = 0;
    const edge = createEdge((c) =>
      onceRendered(c, async () => new Response(`${c.get("edge").ctx.site.name} ${++renderings}`)),
    );
    const open = async () => {
      const execution = createExecutionContext();
      const reply = await edge.fetch(new Request(`${SITE}/login`), isolate, execution);
      await waitOnExecutionContext(execution);
      return reply.text();
    };
    await store("Dusk");
    expect([await open(), await open()]).toEqual(["Dusk 1", "Dusk 1"]);
    await store("Dawn");
    pass(TTL_MS);
    expect([await open(), await open()]).toEqual(["Dawn 2", "Dawn 2"]);
  });
});

describe("a change of the site", () => {
  const rename = (name: string) => ({
    what: "name",
    note: "A new name",
    differs: sql`coalesce((SELECT name FROM site_settings), '') <> ${name}`,
    store: (isLogged: ReturnType<typeof sql>) => [
      sql`UPDATE site_settings SET name = ${name} WHERE ${isLogged}`,
    ],
  });

  test("is for admins only", async () => {
    await expect(changeSite(await atDesk("member"), rename("Dusk"))).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(changeSite(await atDesk("moderator"), rename("Dusk"))).rejects.toMatchObject({
      code: "forbidden",
    });
    const admin = await atDesk("admin");
    // A role that was taken away ends at once, whatever the session says.
    await env.DB.prepare("UPDATE users SET role = 'moderator' WHERE id = ?").bind(admin.viewer.id).run();
    await changeSite(admin, rename("Dusk"));
    expect(await freshSite(isolate)).toEqual(defaultSite);
  });

  test("has another version, keeps who can sign up, and is logged once", async () => {
    await env.DB.prepare(
      "INSERT INTO site_settings (id, sign_ups, sign_up_text) VALUES (1, 'closed', 'Back on Monday')",
    ).run();
    const admin = await atDesk("admin");
    await changeSite(admin, rename("Dusk"));
    const first = await freshSite(isolate);
    expect(first.name).toBe("Dusk");
    await changeSite(admin, rename("Dusk"));
    await changeSite(admin, rename("Dawn"));
    invalidateSite(isolate);
    const second = await freshSite(isolate);
    expect(second.name).toBe("Dawn");
    expect(second.version).not.toBe(first.version);
    expect(await env.DB.prepare("SELECT sign_ups FROM site_settings").first("sign_ups")).toBe("closed");
    const { items } = await listLog(admin, { cursor: null, limit: 20 });
    const own = items.filter(({ actor }) => actor === admin.viewer.username);
    const entry = { action: "site", member: "name", kind: "site", note: "A new name" };
    expect(own).toMatchObject([entry, entry]);
    expect(own).toHaveLength(2);
  });
});

test("a text is in the reader's language, else in the one that prevails, English, or any", () => {
  const texts = { en: "Hello", de: "Hallo", fr: "Bonjour" };
  expect(languageOfText(texts, "fr")).toBe("fr");
  expect(languageOfText(texts, "ja", "de")).toBe("de");
  expect(languageOfText(texts, "ja")).toBe("en");
  expect(languageOfText({ pl: "Hej" }, "ja", "de")).toBe("pl");
  expect(languageOfText(texts, "constructor")).toBe("en");
  expect(languageOfText({}, "en")).toBeNull();
  expect(languageOfText(undefined, "en")).toBeNull();
});
