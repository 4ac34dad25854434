import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { nextPath } from "~/contract/next-path";
import { manifestIn } from "../../scripts/texts/manifest";

const source: unknown = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
const manifest = z
  .object({
    id: z.string(),
    lang: z.string(),
    dir: z.string(),
    start_url: z.string(),
    scope: z.string(),
    icons: z.array(z.object({ src: z.string() })),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .parse(source);

test("the manifest names the language and the direction of its texts", () => {
  expect([manifest.lang, manifest.dir]).toEqual(["en", "ltr"]);
});

test("the manifest in another language differs in its texts alone", () => {
  const { lang, dir, description, shortcuts, ...rest } = JSON.parse(manifestIn("ar", (text) => `${text}*`));
  expect([lang, dir, description]).toEqual(["ar", "rtl", "Share moments, create memories.*"]);
  expect(shortcuts).toEqual(manifest.shortcuts.map((one) => ({ ...one, name: `${one.name}*` })));
  expect(source).toEqual({
    ...rest,
    lang: "en",
    dir: "ltr",
    description: "Share moments, create memories.",
    shortcuts: manifest.shortcuts,
  });
});

test("the manifest's start and shortcuts are members' pages, to which a log-in returns", () => {
  for (const url of [manifest.start_url, ...manifest.shortcuts.map((one) => one.url)]) {
    expect(nextPath(url)).toBe(url);
    expect(url.startsWith(manifest.scope)).toBe(true);
  }
  expect(new Set(manifest.shortcuts.map(({ name }) => name)).size).toBe(manifest.shortcuts.length);
});

test("the manifest has an id of its own, so that an installed app stays the same when its start changes", () => {
  expect(manifest.id).toBe("/");
});

test("the shortcuts of the installed app lead to a new post, the messages and Explore", () => {
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual(["/post", "/chat", "/explore"]);
});

test("the manifest's icons are files of the site", () => {
  for (const { src } of manifest.icons) expect(existsSync(`public${src}`), src).toBe(true);
});
