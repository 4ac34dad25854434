import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import routes from "~/routes";
import { callRefusals, everyone, frames, otherAddresses, pages, type Who } from "../permission-matrix";

/** Every path of app/routes.ts; one in a layout counts as if it stood alone. */
function pathsOf(entries: RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path = "", index, children }) => {
    const full = `${parent}/${path}`.replace(/\/+/g, "/");
    const own = index || path ? [full.replace(/(.)\/$/, "$1")] : [];
    return [...own, ...pathsOf(children ?? [], full)];
  });
}

test("every page is in the matrix, and nothing that is none", () => {
  expect(pathsOf(routes).sort()).toEqual(Object.keys(pages).sort());
});

test("every call is in the matrix, and nothing that is none", () => {
  expect(Object.keys(callRefusals).sort()).toEqual(Object.keys(calls).sort());
});

const row = (cells: (string | number)[]) => `| ${cells.join(" | ")} |`;

function table(first: string, heads: readonly string[], rows: [string, (string | number)[]][]): string {
  return [
    row([first, ...heads]),
    row([first, ...heads].map(() => "---")),
    ...rows.map(([name, cells]) => row([name, ...cells])),
  ].join("\n");
}

function callRow(name: CallName): [string, number[]] {
  const { method, path, status, access }: Call = calls[name];
  const own = (who: Who) => (who === "nobody" && access === "member" ? 401 : status);
  return [`\`${method} ${path}\``, everyone.map((who) => callRefusals[name][who] ?? own(who))];
}

test("docs/permissions.md says what the matrix says (`npx vitest run --project unit -u` writes it anew)", async () => {
  const members = everyone.filter((who) => who !== "nobody");
  const document = `# Who may do what

Made from tests/permission-matrix.ts, to which tests hold the running site; see [security.md](security.md). Each line is about
something that is the owner's (their post, message, session, AI image, name); where a call takes no such thing it is about the
caller. *Nobody* has no session, *blocked* is somebody the owner has blocked.

## Calls

404 rather than 403 stands where even the existence of a thing is not the caller's business.

${table(
  "call",
  everyone,
  // Every key is a call: the test above.
  (Object.keys(calls) as CallName[]).map(callRow),
)}

## Pages

A status, or the address that the reply leads to.

${table(
  "page",
  everyone,
  Object.entries(pages).map(([path, answers]) => [`\`${path}\``, everyone.map((who) => answers[who])]),
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

What comes of a frame about the owner: they are *told*, the sender is *refused* in an \`error\` frame, or it is taken in
*silence* and goes no further. Nobody without a session has a socket.

${table(
  "frame",
  members,
  Object.entries(frames).map(([type, fates]) => [`\`${type}\``, members.map((who) => fates[who])]),
)}
`;
  await expect(document).toMatchFileSnapshot("../../docs/permissions.md");
});
