import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { memberActionNames } from "~/contract/member-actions";
import { parseBlocks } from "../../../scripts/admin/block-list";
import { commandNamed, commands, helpOf, helpOfAll } from "../../../scripts/admin/commands";
import { localFiles } from "../../../scripts/admin/files";
import { memberCommands } from "../../../scripts/admin/member-commands";
import { removableNamed } from "../../../scripts/admin/site-commands";

const folder = mkdtempSync(path.join(tmpdir(), "afterglow-admin-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("refuses a file that exists, before anything is read or logged", () => {
  expect(() => commandNamed("export").prepare(["ada", folder], {}, localFiles)).toThrow(
    `${folder} exists already.`,
  );
});

test("takes a post by its address or path, and anything else as a report", () => {
  for (const address of ["https://photos.example.com/post/p1?x=1#c", "/post/p1"])
    expect(removableNamed(address)).toEqual({ postId: "p1" });
  expect(removableNamed("r1")).toEqual({ reportId: "r1" });
});

test("has help for every command, and one command for each action of the desk", () => {
  const names = Object.keys(commands);
  expect(names.sort()).toEqual([
    "allow-word",
    "block-email",
    "block-network",
    "blocks",
    "confirm-email",
    "create",
    "delete",
    "end-sessions",
    "end-two-factor",
    "export",
    "export-blocks",
    "find",
    "hold-word",
    "import-blocks",
    "promote",
    "remove",
    "reports",
    "send-reset",
    "show",
    "stats",
    "suspend",
    "unblock-email",
    "unblock-network",
    "unsuspend",
    "words",
  ]);
  for (const [name, command] of Object.entries(commands)) {
    expect(command.usage.split(" ")[0]).toBe(name);
    expect(helpOfAll()).toContain(command.usage);
    expect(helpOf(command)).toContain(command.does);
  }
  const ofDesk = memberActionNames.map((name) => name.replaceAll("_", "-"));
  expect(Object.keys(memberCommands).sort()).toEqual(ofDesk.sort());
});

const now = new Date("2026-11-27T00:00:00.000Z");
const valuesOf = (text: string) =>
  parseBlocks(text, now).map(({ block: { kind, value }, until }) => [kind, value, until]);

test("reads block lists as plain lines, CSV and JSON lines", () => {
  const list = [
    ["domain", "spam.example", null],
    ["email", "bad@mail.example", "2027-01-01T00:00:00.000Z"],
    ["network", "203.0.113.0/24", null],
  ];
  expect(
    valuesOf(
      "kind,value,until\ndomain,spam.example,\nemail,bad+x@mail.example,2027-01-01T00:00:00.000Z\nnetwork,203.0.113.7/24,\n",
    ),
  ).toEqual(list);
  expect(
    valuesOf(
      '{"value":"spam.example"}\n{"value":"bad@mail.example","until":"2027-01-01"}\n{"value":"203.0.113.0/24"}\n',
    ),
  ).toEqual(list);
  expect(valuesOf("\u{FEFF}# a list\r\nspam.example\r\n\r\nspam.example\r\n")).toEqual([list[0]]);
  expect(valuesOf("value,until\nspam.example,2020-01-01\n")).toEqual([]);
});

test("names every faulty line of a block list", () => {
  expect(() => parseBlocks('spam.example\nnot a domain\n{"value":4}\n{"value"\n', now)).toThrow(
    'Nothing was imported. These lines are wrong:\nline 2: not a domain\nline 3: {"value":4}\nline 4: {"value"',
  );
  for (const line of ["domain,a@spam.example,", "domain,spam.example,soon"])
    expect(() => parseBlocks(`kind,value,until\n${line}\n`, now), line).toThrow("line 2");
});
