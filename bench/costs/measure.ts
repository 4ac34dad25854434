import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Call, type CallName, calls } from "~/contract/calls";
import { type LocalBindings, openLocalBindings, startLocalServer } from "../../scripts/local-server";
import { projectRoot } from "../../scripts/local-state";
import { flat } from "../../tests/factories/photos";
import { PUSH_HOST } from "../../tests/factories/push-service";
import { logLines } from "../log-lines";
import { fixture, makeCostFixture } from "./fixture";
import { pageShots } from "./page-shots";
import { callShots, type Made, type Shot, type VariantName, variantShots } from "./shots";
import type { Cost } from "./table";

const KB = 1024;

/** Starts the built worker on the cost fixture in a temporary folder. @param add adds to the fixture */
export async function serveCostWorld(add = async (_: LocalBindings): Promise<void> => undefined) {
  const state = mkdtempSync(path.join(tmpdir(), "afterglow-costs-"));
  const bindings = await openLocalBindings(state);
  await makeCostFixture(bindings);
  await add(bindings);
  await bindings.close();
  ownCookie = fixture.cookie;
  const log = logLines();
  const server = await startLocalServer({
    port: 0,
    state,
    vars: {
      AFTERGLOW_PUSH_HOSTS: PUSH_HOST,
      AFTERGLOW_RATE_LIMITS: "off",
      MEDIA_PASS_KEY: fixture.secret,
      MAIL_WEBHOOK_SECRET: fixture.secret,
    },
    logs: log.stream,
  });
  const close = async () => {
    await server.close();
    rmSync(state, { recursive: true, force: true });
  };
  return { url: server.url, log, close };
}

type CostWorld = Awaited<ReturnType<typeof serveCostWorld>>;

/**
 * Returns the cost of every page and call by its name in the table. Its last calls end sessions and delete the member.
 * @param onPage called with each page's document
 */
export async function measureCosts(
  { url, log }: CostWorld,
  onPage: (page: string, html: string) => void = () => undefined,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  const cost = async (name: string, method: string, at: string, shot: Shot) => {
    const { reply, body } = await send(url, method, at, shot);
    const { statements, trips, rowsRead, rowsWritten } = await log.of(reply.headers.get("X-Request-Id"));
    const script = scriptOf(reply, body);
    costs.set(name, {
      statements,
      trips,
      rowsRead,
      rowsWritten,
      kilobytes: gzipSync(body).length / KB,
      script,
    });
    return body;
  };
  for (const [page, shot] of Object.entries(pageShots)) {
    onPage(page, await cost(page, "GET", addressOf(page, shot), shot));
  }
  const replies = new Map<CallName | VariantName, string>();
  const made = {
    origin: new URL(url).origin,
    file: await flat("jpeg", [200, 120, 40], 1600, 1200),
    replyOf: replyIn(replies),
  };
  for (const [name, shotOf] of callEntries) {
    const call: Call = calls[name];
    const shot = shotOf(made);
    const at = addressOf(call.path, shot);
    replies.set(name, await cost(nameOf(call), call.method, at, shot));
    for (const [title, { of, shotOf: variantOf }] of variantEntries) {
      if (of !== name) continue;
      const variant = variantOf(made);
      const reply = await cost(nameOf(call, title), call.method, addressOf(call.path, variant), variant);
      replies.set(title, reply);
    }
  }
  return costs;
}

/** Returns the name of a call, or of a variant of one, in the table. */
const nameOf = ({ method, path: at }: Pick<Call, "method" | "path">, title?: VariantName) =>
  `${method} ${at}${title ? ` (${title})` : ""}`;

/** The names of the calls in the table. */
export const callNames = Object.values(calls).map((call) => nameOf(call));

// The keys of a record of VariantName are exactly these.
const variantEntries = Object.entries(variantShots) as [VariantName, (typeof variantShots)[VariantName]][];

/** The names of their variants in the table. */
export const variantNames = variantEntries.map(([title, { of }]) => nameOf(calls[of], title));

/** The requests of the calls, in order. The keys of a record of CallName are exactly the CallNames. */
export const callEntries = Object.entries(callShots) as [CallName, (typeof callShots)[CallName]][];

/** Results of earlier calls, for the reading calls, which need none. */
export const noResults: Made = {
  file: Buffer.alloc(0),
  origin: "",
  replyOf: (name) => {
    throw new Error(`${name} is not called here.`);
  },
};

/** Returns a path with its parameters filled in. */
export function addressOf(pattern: string, { params = {} }: Shot): string {
  return pattern.replace(/:(\w+)|\{(\w+)\}/g, (_, page: string, call: string) => params[page ?? call] ?? "");
}

/** The session of the fixture's member, which some calls renew. */
let ownCookie: string = fixture.cookie;

/**
 * Sends a request and reads its reply.
 * @throws on a status of failure
 */
export async function send(
  origin: string,
  method: string,
  at: string,
  { query = "", body, cookie = ownCookie, headers = {} }: Shot,
) {
  const isForm = body instanceof FormData;
  const reply = await fetch(`${origin}${at}${query}`, {
    method,
    redirect: "manual",
    headers: {
      ...(cookie ? { Cookie: cookie } : {}),
      ...headers,
      ...(method === "GET" ? {} : { Origin: origin }),
      ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }),
    },
    body: isForm ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await reply.text();
  if (reply.status >= 400) throw new Error(`${method} ${at} answered ${reply.status}: ${text}`);
  const renewed = reply.headers.getSetCookie().find((value) => value.startsWith("afterglow="));
  if (renewed && cookie === ownCookie) ownCookie = renewed.split(";")[0] ?? "";
  return { reply, body: text };
}

/**
 * Returns the gzipped kilobytes of JavaScript that a page's document references; null for a reply that is no
 * document.
 */
function scriptOf(reply: Response, body: string): number | null {
  if (!reply.headers.get("Content-Type")?.startsWith("text/html")) return null;
  const preloads = body.matchAll(/<link[^>]*rel="modulepreload"[^>]*href="([^"]+)"/g);
  const modules = body.matchAll(/import(?: \* as \w+ from)? ?"(\/assets\/[^"]+)"/g);
  const files = new Set([...preloads, ...modules].map(([, file = ""]) => file));
  const sizes = [...files].map(
    (file) => gzipSync(readFileSync(path.join(projectRoot, "build/client", file))).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / KB;
}

function replyIn(replies: Map<CallName | VariantName, string>) {
  return (name: CallName | VariantName): Record<string, unknown> => {
    const body: unknown = JSON.parse(replies.get(name) ?? "null");
    const first: unknown = Array.isArray(body) ? body[0] : body;
    if (typeof first !== "object" || first === null) throw new Error(`${name} has answered nothing to use.`);
    return { ...first };
  };
}
