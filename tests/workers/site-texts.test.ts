import { env } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import { SITE_TEXT_MAX, type SiteTextKind, siteTextKinds } from "~/contract/site";
import { announcementForm, siteTextForm } from "~/contract/site-forms";
import { openDb } from "~/db/client";
import { findSession } from "~/domain/accounts/find-session";
import type { MemberCtx } from "~/domain/context";
import {
  announcementFor,
  dismissAnnouncement,
  endAnnouncement,
  publishAnnouncement,
  sweepAnnouncement,
} from "~/domain/site/announcement";
import { readSite } from "~/domain/site/read-site";
import { readOwnPage, readSiteText, rulesFor, saveSiteText } from "~/domain/site/site-texts";
import { member } from "./client";
import { atDesk, contextOf } from "./context-of";
import { silenceHubs } from "./quiet-hubs";
import { tokenOf } from "./sessions";

silenceHubs();

afterEach(async () => {
  await env.DB.batch(["site_settings", "site_texts"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

describe("the operator's texts", () => {
  const rules = { kind: "rules", language: "en", content: "- Be **kind**", note: "" } as const;
  const seen = async (language: string) => {
    return { site: await readSite(openDb(env.DB).db), operator: null, language: () => language };
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
    const site = await readSite(openDb(env.DB).db);
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
    const { viewer } = await findSession(ctx, tokenOf(ada));
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
    expect(await readSite(admin.db)).toMatchObject({ announcement: null, texts: {} });
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
