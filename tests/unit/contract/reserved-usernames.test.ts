import { readdirSync, readFileSync } from "node:fs";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { username } from "~/contract/accounts";
import { calls } from "~/contract/calls";
import { isReservedUsername } from "~/contract/reserved-usernames";
import routes from "../../../app/routes";
import { otherAddresses } from "../../permission-matrix";

const file = (path: string) => new URL(`../../../${path}`, import.meta.url);

function pathsOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = "", children = [] }) => [path, ...pathsOf(children)]);
}

test("the first segment of every address that could be a username is reserved", () => {
  const { results = "" } = { results: readFileSync(file("wrangler.toml"), "utf8") };
  const ownPaths = /run_worker_first = \[(.*)\]/.exec(results)?.[1]?.match(/\/[^"]+/g) ?? [];
  expect(ownPaths.length).toBeGreaterThan(0);
  const paths = [
    ...pathsOf(routes),
    ...Object.values(calls).map(({ path }) => path),
    ...Object.keys(otherAddresses),
    ...ownPaths,
    ...readdirSync(file("public")),
  ];
  const segments = new Set(paths.map((path) => path.replace(/^\//, "").split("/")[0] ?? ""));
  const possible = [...segments].filter((segment) => username.safeParse(segment).success);
  expect(possible).toEqual(expect.arrayContaining(["feed", "api", "media", "settings"]));
  expect(possible.filter((segment) => !isReservedUsername(segment))).toEqual([]);
});

test.each(["admin", "Support", "AFTERGLOW", "after.glow", "m_o_d", "moderation", "api", "x.data"])(
  "%s is reserved",
  (name) => expect(isReservedUsername(name)).toBe(true),
);

test.each(["adminna", "ada.lovelace", "supporter", "moderna", "data"])("%s is free", (name) =>
  expect(isReservedUsername(name)).toBe(false),
);
