import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseVapidKey } from "~/platform/web-push";
import { CommandError } from "../../../scripts/command";
import { localVars } from "../../../scripts/local-state";

let state: string;

beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), "afterglow-vars-"));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

test("a local run makes its keys once and keeps them", () => {
  const first = localVars(path.join(state, "new"));
  expect(first.MEDIA_PASS_KEY).toHaveLength(43);
  expect(parseVapidKey(first.VAPID_KEY ?? "")).not.toBe(null);
  expect(localVars(path.join(state, "new"))).toEqual(first);
});

test("a local run of earlier data keeps its keys and makes those that it lacks", () => {
  const file = path.join(state, "secrets.json");
  writeFileSync(file, JSON.stringify({ MEDIA_PASS_KEY: "kept" }));
  const vars = localVars(state);
  expect(vars).toMatchObject({ MEDIA_PASS_KEY: "kept", VAPID_KEY: expect.any(String) });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    MEDIA_PASS_KEY: "kept",
    VAPID_KEY: vars.VAPID_KEY,
  });
  expect(localVars(state)).toEqual(vars);
});

test.each(['{"MEDIA_', "null", "[]", '{"MEDIA_PASS_KEY":4}', '"keys"'])(
  "a local run refuses %s as its keys in one line",
  (keys) => {
    const file = path.join(state, "secrets.json");
    writeFileSync(file, keys);
    expect(() => localVars(state)).toThrow(
      new CommandError(
        `Cannot read the keys in ${file}. Restore it, or delete it: the next start makes new keys.`,
      ),
    );
    expect(readFileSync(file, "utf8")).toBe(keys);
  },
);

test("a local run knows the names and addresses of its machine", () => {
  const hosts = localVars(path.join(state, "hosts")).AFTERGLOW_HOSTS?.split(" ");
  expect(hosts).toEqual(expect.arrayContaining([hostname(), expect.stringMatching(/\.local$/), "127.0.0.1"]));
});
