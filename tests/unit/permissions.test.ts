import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import { isMembersOnly, statusOf } from "~/contract/calls/call";
import routes from "~/routes";
import { pagePaths } from "../../workers/page-paths";
import {
  callStatuses,
  deskPages,
  deskViewers,
  everyone,
  frames,
  otherAddresses,
  pages,
  type Who,
} from "../permission-matrix";

/** Every path of app/routes.ts; one in a layout counts as if it stood alone. */
function pathsOf(entries: RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path = "", index, children }) => {
    const full = `${parent}/${path}`.replace(/\/+/g, "/");
    const own = index || path ? [full.replace(/(.)\/$/, "$1")] : [];
    return [...own, ...pathsOf(children ?? [], full)];
  });
}

test("the matrix lists exactly the pages", () => {
  expect(pathsOf(routes).sort()).toEqual(Object.keys(pages).sort());
});

test("the edge registers exactly the pages", () => {
  expect([...pagePaths, "/*"].sort()).toEqual(pathsOf(routes).sort());
});

test("the matrix lists exactly the calls", () => {
  expect(Object.keys(callStatuses).sort()).toEqual(Object.keys(calls).sort());
});

const row = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;

/** Returns a table with a row for each set of answers. */
function table(what: string, heads: readonly string[], rows: [string, (string | number)[]][]): string {
  const names = new Map<string, string[]>();
  for (const [name, cells] of rows) names.set(row(cells), [...(names.get(row(cells)) ?? []), `\`${name}\``]);
  return [
    row([...heads, what]),
    row([...heads, what].map(() => "---")),
    ...[...names].map(([cells, same]) => `${cells} ${same.join(", ")} |`),
  ].join("\n");
}

function callRow(name: CallName): [string, number[]] {
  const call: Call = calls[name];
  const own = (who: Who) => (who === "nobody" && isMembersOnly(call) ? 401 : statusOf(call));
  return [`${call.method} ${call.path}`, everyone.map((who) => callStatuses[name][who] ?? own(who))];
}

/** Returns the rows of a part of the matrix. */
const rowsOf = <W extends string, Answer extends string | number>(
  part: Record<string, Record<W, Answer>>,
  whose: readonly W[],
) =>
  Object.entries(part).map(([name, answers]): [string, Answer[]] => [name, whose.map((who) => answers[who])]);

test("docs/permissions.md matches the matrix (`npx vitest run --project unit -u` writes it)", async () => {
  const members = everyone.filter((who) => who !== "nobody");
  const document = `# Permissions

Made from tests/permission-matrix.ts; tests compare the running site with it. See [product.md](product.md#permissions) for the rules and
[security.md](security.md) for the reasons. Each row is about something of the owner's (their post, message, session, AI image, name); a call
without such a subject is about the caller. *Nobody* has no session; *blocked* is a member whom the owner has blocked.

## Calls

404 instead of 403 where the existence of a thing is private.

${table("calls", everyone, (Object.keys(calls) as CallName[]).map(callRow))}

## Pages

A status, or the address of a redirect.

${table("pages", everyone, rowsOf(pages, everyone))}

## The moderators' desk

By role ([moderation.md](moderation.md#roles)).

${table("pages", deskViewers, rowsOf(deskPages, deskViewers))}

## Other addresses

${table("addresss", everyone, rowsOf(otherAddresses, everyone))}

## Frames of the channel

The effect of a frame about the owner: it is *delivered* to them, *refused* with an \`error\` frame to its sender, or *ignored*: accepted
and not forwarded. A visitor without a session has no socket.

${table("frames", members, rowsOf(frames, members))}
`;
  await expect(document).toMatchFileSnapshot("../../docs/permissions.md");
});
