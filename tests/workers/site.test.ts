import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Role } from "~/contract/moderation";
import {
  defaultSite,
  languageOfText,
  SITE_TEXT_MAX,
  type SiteTextKind,
  siteTextKinds,
} from "~/contract/site";
import { announcementForm, siteTextForm } from "~/contract/site-forms";
import { findSession } from "~/domain/accounts/find-session";
import type { MemberCtx } from "~/domain/context";
import { listLog } from "~/domain/moderation/list-log";
import {
  announcementFor,
  dismissAnnouncement,
  endAnnouncement,
  publishAnnouncement,
  sweepAnnouncement,
} from "~/domain/site/announcement";
import { changeSite } from "~/domain/site/change-site";
import { readOwnPage, readSiteText, rulesFor, saveSiteText } from "~/domain/site/site-texts";
import { createEdge } from "../../workers/edge";
import { forgetSite, freshSite, knownSite } from "../../workers/held-site";
import { onceRendered } from "../../workers/once-rendered";
import { member, SITE } from "./client";
import { contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const HELD_MS = 30_000;
let isolate: Env;
let now = Date.now();

beforeEach(() => {
  // Settings are held by environment.
  isolate = { ...env };
  pass(0);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.batch(["site_settings", "site_texts"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
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
    pass(HELD_MS - 1);
    expect(await freshSite(isolate)).toMatchObject({ name: "Dusk" });
    expect(withSession).toHaveBeenCalledTimes(1);
    pass(1);
    expect(await freshSite(isolate)).toMatchObject({ name: "Dawn" });
    expect(withSession).toHaveBeenCalledTimes(2);
  });

  test("are read again at once where they were changed, also when a read is under way", async () => {
    await store("Dusk");
    await freshSite(isolate);
    pass(HELD_MS);
    const read = freshSite(isolate);
    await store("Dawn");
    forgetSite(isolate);
    await read;
    expect(await freshSite(isolate)).toMatchObject({ name: "Dawn" });
  });

  test("are the defaults, then the last ones, while the database is away", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const away = vi.spyOn(isolate.DB, "withSession").mockImplementation(refuse);
    expect(await freshSite(isolate)).toEqual(defaultSite);
    away.mockRestore();
    await store("Dusk");
    pass(HELD_MS);
    await freshSite(isolate);
    vi.spyOn(isolate.DB, "withSession").mockImplementation(refuse);
    pass(HELD_MS);
    expect(await freshSite(isolate)).toMatchObject({ name: "Dusk" });
    expect(knownSite(isolate)).toMatchObject({ name: "Dusk" });
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
    pass(HELD_MS);
    expect([await open(), await open()]).toEqual(["Dawn 2", "Dawn 2"]);
  });
});

async function atDesk(role: Role) {
  const mo = await member("mo");
  await env.DB.prepare("UPDATE users SET role = ? WHERE id = ?").bind(role, mo.id).run();
  return contextOf({ ...mo, role }).ctx;
}

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
    forgetSite(isolate);
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

describe("the operator's texts", () => {
  const rules = { kind: "rules", language: "en", content: "- Be **kind**", note: "" } as const;
  const seen = async (language: string) => {
    forgetSite(isolate);
    return { site: await freshSite(isolate), operator: null, language: () => language };
  };

  test("are shown in the reader's language, else in English, and removed when they are empty", async () => {
    const admin = await atDesk("admin");
    await saveSiteText(admin, rules);
    await saveSiteText(admin, { ...rules, language: "de", content: "Sei nett" });
    expect(rulesFor(await seen("de"))?.language).toBe("de");
    expect(rulesFor(await seen("ja"))).toMatchObject({ language: "en", blocks: [{ kind: "list" }] });
    await saveSiteText(admin, { ...rules, content: "" });
    await saveSiteText(admin, { ...rules, language: "de", content: "" });
    expect(rulesFor(await seen("en"))).toBeNull();
  });

  test("replace the terms, and cost a page without them no statement", async () => {
    const admin = await atDesk("admin");
    const reader = async () => ({ ...(await seen("fr")), db: admin.db });
    expect(await readOwnPage({ ...(await reader()), db: null as never }, "terms")).toBeNull();
    await saveSiteText(admin, { ...rules, kind: "terms", content: "# Ours" });
    expect(await readOwnPage(await reader(), "terms")).toMatchObject({
      language: "en",
      blocks: [{ kind: "heading", content: ["Ours"] }],
    });
    expect(await readSiteText(await atDesk("moderator"), "terms", "de")).toEqual({
      content: "",
      languages: ["en"],
      mayChange: false,
    });
  });

  test("have the limit of their kind", () => {
    const isValid = (kind: SiteTextKind, length: number) =>
      siteTextForm.safeParse({ kind, language: "en", content: "é".repeat(length) }).success;
    for (const kind of siteTextKinds)
      expect([isValid(kind, SITE_TEXT_MAX[kind]), isValid(kind, SITE_TEXT_MAX[kind] + 1)]).toEqual([
        true,
        false,
      ]);
    expect(siteTextForm.safeParse({ kind: "rules", language: "xx", content: "" }).success).toBe(false);
  });
});

describe("an announcement", () => {
  const times = { from: "2026-12-01T08:00:00.000Z", until: "2026-12-02T08:00:00.000Z", note: "" };
  const text = { kind: "announcement", language: "en", content: "We move.", note: "" } as const;
  /** Returns what a member sees at a time. */
  async function seenAt(time: string, viewer: MemberCtx["viewer"] | null) {
    forgetSite(isolate);
    const site = await freshSite(isolate);
    return announcementFor({ site, viewer, operator: null, language: () => "pl", now: () => new Date(time) });
  }

  test("is shown to members between its times until they dismiss it, and a new one again", async () => {
    const admin = await atDesk("admin");
    await expect(publishAnnouncement(admin, times)).rejects.toMatchObject({ code: "invalid" });
    await saveSiteText(admin, text);
    await publishAnnouncement(admin, times);
    const ada = await member("ada");
    const { ctx } = contextOf(ada);
    const during = "2026-12-01T09:00:00.000Z";
    const shown = await seenAt(during, ctx.viewer);
    expect(shown).toMatchObject({ text: "We move.", language: "en" });
    expect(await seenAt("2026-12-01T07:59:59.999Z", ctx.viewer)).toBeNull();
    expect(await seenAt(times.until, ctx.viewer)).toBeNull();
    expect(await seenAt(during, null)).toBeNull();

    await dismissAnnouncement(ctx, "another");
    await dismissAnnouncement(ctx, shown?.id ?? "");
    // Another device reads it with its session.
    const [token = ""] = ada.cookies.values();
    const { viewer } = await findSession(ctx, token);
    expect(viewer).toMatchObject({ dismissedAnnouncement: shown?.id });
    expect(await seenAt(during, viewer)).toBeNull();
    await publishAnnouncement(admin, times);
    expect(await seenAt(during, viewer)).toMatchObject({ text: "We move." });
    await endAnnouncement(admin, { note: "" });
    expect(await seenAt(during, viewer)).toBeNull();
  });

  test("goes with its texts, by the hourly run, when it is over", async () => {
    const admin = await atDesk("admin");
    await saveSiteText(admin, text);
    await publishAnnouncement(admin, times);
    const sweepAt = (time: string) => sweepAnnouncement({ db: admin.db, now: () => new Date(time) });
    expect(await sweepAt("2026-12-02T07:59:59.999Z")).toBe(0);
    expect(await sweepAt(times.until)).toBe(1);
    expect(await sweepAt(times.until)).toBe(0);
    forgetSite(isolate);
    expect(await freshSite(isolate)).toMatchObject({ announcement: null, texts: {} });
  });

  test("ends after its start, within a year", () => {
    const isValid = (from: string, until: string) => announcementForm.safeParse({ from, until }).success;
    expect(isValid("2026-12-01T08:00", "2026-12-01T08:01")).toBe(true);
    expect(isValid("2026-12-01T08:00", "2026-12-01T08:00")).toBe(false);
    expect(isValid("2026-12-01T08:00", "2028-12-01T08:00")).toBe(false);
    expect(isValid("2026-13-01T08:00", "2026-13-02T08:00")).toBe(false);
    expect(isValid("", "tomorrow")).toBe(false);
  });
});
