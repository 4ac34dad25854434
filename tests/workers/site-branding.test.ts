import { env } from "cloudflare:test";
import { decode } from "fast-png";
import { afterEach, describe, expect, inject, test } from "vitest";
import type { Role } from "~/contract/moderation";
import { siteBranding } from "~/contract/site-branding";
import { iconNames, iconPath } from "~/contract/site-icon";
import { sweepUnused } from "~/domain/media/sweep-unused";
import { listLog } from "~/domain/moderation/list-log";
import { readSite } from "~/domain/site/read-site";
import { saveBranding } from "~/domain/site/save-branding";
import { renderIcon } from "~/platform/media/icon";
import { localImages } from "~/platform/media/local-images";
import { Client, member } from "./client";
import { contextOf } from "./context-of";
import { photo } from "./photos";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const { secrets } = inject("photoContents");

afterEach(() => env.DB.prepare("DELETE FROM site_settings").run());

async function atDesk(role: Role) {
  const { ctx, deferred } = contextOf(await member("mo", role));
  return { ...ctx, finish: () => Promise.all(deferred) };
}

const fileOf = (name: string) => new File([photo(name)], "icon");
const brandingWith = (more: object) => siteBranding.parse({ name: "Skylark", ...more });
const storedKeys = async () => (await env.MEDIA.list({ prefix: "site/" })).objects.map(({ key }) => key);

describe("the icon of the site", () => {
  test("is the square in the middle of an image, in all sizes, without metadata", async () => {
    const files = await renderIcon(localImages(env.IMAGES), photo("camera"));
    expect(Object.keys(files).sort()).toEqual([...iconNames].sort());
    for (const [name, file] of Object.entries(files)) {
      const side = Number(name) || 512;
      expect(decode(file), name).toMatchObject({ width: side, height: side });
      for (const secret of secrets) expect(Buffer.from(file).includes(secret), name).toBe(false);
    }
  });

  test.each(["small", "gif", "svg", "html", "cutShort"])("is no %s", async (name) => {
    const rendering = renderIcon(localImages(env.IMAGES), photo(name));
    await expect(rendering).rejects.toMatchObject({ code: "unsupported_media" });
  });

  test("has another address when it changes, survives the sweeps, and is removed with its files", async () => {
    const admin = await atDesk("admin");
    await saveBranding(admin, brandingWith({ icon: fileOf("exposed") }));
    const { icon: first } = await readSite(admin.db);
    expect(await storedKeys()).toHaveLength(iconNames.length);
    await sweepUnused({ ...admin, now: () => new Date(Date.now() + 90 * 24 * 60 * 60 * 1000) });
    const reply = await new Client().fetch(iconPath(first, "192"));
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
    });
    await reply.body?.cancel();
    await saveBranding(admin, brandingWith({ icon: fileOf("exposed") }));
    await admin.finish();
    const { icon: second } = await readSite(admin.db);
    expect(second).not.toBe(first);
    expect((await storedKeys()).every((key) => key.startsWith(`site/${second}/`))).toBe(true);
    // Without a file the icon stays.
    await saveBranding(admin, brandingWith({ name: "Lark" }));
    expect(await readSite(admin.db)).toMatchObject({ name: "Lark", icon: second });
    await saveBranding(admin, brandingWith({ removesIcon: true }));
    await admin.finish();
    expect(await storedKeys()).toEqual([]);
    expect((await new Client().fetch(iconPath(second, "192"))).status).toBe(404);
  });
});

describe("the name, the contact and the colour", () => {
  test("are changed by admins, and logged once", async () => {
    for (const role of ["member", "moderator"] as const) {
      const refused = saveBranding(await atDesk(role), brandingWith({ icon: fileOf("exposed") }));
      await expect(refused).rejects.toMatchObject({ code: role === "member" ? "not_found" : "forbidden" });
    }
    expect(await storedKeys()).toEqual([]);
    const admin = await atDesk("admin");
    const input = brandingWith({ contact: "hello@skylark.example", accent: "#0B57D0", note: "Ours" });
    await saveBranding(admin, input);
    await saveBranding(admin, input);
    expect(await readSite(admin.db)).toMatchObject({
      name: "Skylark",
      contact: "hello@skylark.example",
      accent: "#0b57d0",
      icon: "",
    });
    const { items } = await listLog(admin, { cursor: null, limit: 20 });
    const own = items.filter(({ actor }) => actor === admin.viewer.username);
    expect(own).toMatchObject([{ action: "site", note: "Ours" }]);
  });

  test.each([
    ["name", "a".repeat(31)],
    ["contact", "hello"],
    ["accent", "url(https://example.com)"],
    ["accent", "#fff"],
  ])("%s is not %j", (field, value) => {
    expect(siteBranding.safeParse({ [field]: value }).success).toBe(false);
  });

  test("have no invisible characters", () => {
    expect(brandingWith({ name: " Sky\u202elark\u0000 " }).name).toBe("Skylark");
    expect(brandingWith({ name: "\u200b\u2067" }).name).toBe("");
  });
});
