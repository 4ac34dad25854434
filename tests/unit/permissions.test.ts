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

function table(first: string, heads: readonly string[], rows: [string, (string | number)[]][]): string {
  return [
    row([first, ...heads]),
    row([first, ...heads].map(() => "---")),
    ...rows.map(([name, cells]) => row([name, ...cells])),
  ].join("\n");
}

/** Returns whether every viewer of a row gets what a call or page without an entry of its own gives. */
const isPlain = (cells: (string | number)[], nobody: string | number, member: string | number) =>
  cells.every((cell, at) => cell === (everyone[at] === "nobody" ? nobody : member));

function callRow(name: CallName): [string, number[]] {
  const call: Call = calls[name];
  const own = (who: Who) => (who === "nobody" && isMembersOnly(call) ? 401 : statusOf(call));
  return [`\`${call.method} ${call.path}\``, everyone.map((who) => callStatuses[name][who] ?? own(who))];
}

// Every key is a call: the test above.
const callRows = (Object.keys(calls) as CallName[]).map(callRow);
const isPlainCall = ([, cells]: [string, number[]]) => isPlain(cells, 401, cells.at(-1) ?? 0);

/** Returns the calls that are the same for every member, one line for each status. */
function plainCalls(): string {
  const plain = callRows.filter(isPlainCall);
  const statuses = [...new Set(plain.map(([, cells]) => cells.at(-1)))].sort();
  return statuses
    .map((status) => {
      const names = plain.filter(([, cells]) => cells.at(-1) === status).map(([name]) => name);
      return `- ${status}: ${names.join(", ")}`;
    })
    .join("\n");
}

const pageRows = Object.entries(pages).map(([path, answers]): [string, (string | number)[]] => [
  `\`${path}\``,
  everyone.map((who) => answers[who]),
]);
const isPlainPage = ([, cells]: [string, (string | number)[]]) => isPlain(cells, "/login", 200);

test("docs/permissions.md matches the matrix (`npx vitest run --project unit -u` writes it)", async () => {
  const members = everyone.filter((who) => who !== "nobody");
  const document = `# Permissions

Made from tests/permission-matrix.ts; tests compare the running site with it. See [product.md](product.md#permissions) for the rules and
[security.md](security.md) for the reasons. Each row is about something of the owner's (their post, message, session, AI image, name); a call
without such a subject is about the caller. *Nobody* has no session; *blocked* is a member whom the owner has blocked.

## Calls

404 instead of 403 where the existence of a thing is private.

${table(
  "call",
  everyone,
  callRows.filter((row) => !isPlainCall(row)),
)}

The others are 401 for nobody, and the same for every member:

${plainCalls()}

## Pages

A status, or the address of a redirect.

${table(
  "page",
  everyone,
  pageRows.filter((row) => !isPlainPage(row)),
)}

The others lead nobody to \`/login\`, and are 200 for every member: ${pageRows
    .filter(isPlainPage)
    .map(([name]) => name)
    .join(", ")}.

## The moderators' desk

By role ([moderation.md](moderation.md#roles)).

${table(
  "page",
  deskViewers,
  Object.entries(deskPages).map(([path, answers]) => [`\`${path}\``, deskViewers.map((who) => answers[who])]),
)}

## Other addresses

${table(
  "address",
  everyone,
  Object.entries(otherAddresses).map(([path, answers]) => [
    `\`${path}\``,
    everyone.map((who) => answers[who]),
  ]),
)}

## Frames of the channel

The effect of a frame about the owner: it is *delivered* to them, *refused* with an \`error\` frame to its sender, or *ignored*: accepted
and not forwarded. A visitor without a session has no socket.

${table(
  "frame",
  members,
  Object.entries(frames).map(([type, fates]) => [`\`${type}\``, members.map((who) => fates[who])]),
)}
`;
  await expect(document).toMatchFileSnapshot("../../docs/permissions.md");
});
