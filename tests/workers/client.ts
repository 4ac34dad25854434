import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { inject } from "vitest";
import type { z } from "zod";
import { type Call, type CallName, calls } from "~/contract/calls";
import { statusOf } from "~/contract/calls/call";
import { errorBody } from "~/contract/errors";
import type { Role } from "~/contract/moderation";
import { openDb } from "~/db/client";
import { insertMember } from "../factories/members";
import { app } from "./worker";

export const SITE = "https://afterglow.test";

/** A small photo, as `createPost` takes it. */
export const dataUrl = `data:image/jpeg;base64,${inject("photos").small}`;

/**
 * A client that keeps cookies and sends its origin, as a browser does.
 * @param bindings replace those of the tests
 */
export class Client {
  readonly cookies = new Map<string, string>();

  constructor(private readonly bindings: Partial<Env> = {}) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has("Origin") && init.method && init.method !== "GET") headers.set("Origin", SITE);
    if (this.cookies.size > 0) {
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const request = new Request(new URL(path, SITE), { ...init, headers });
    // Not through `SELF`: each request through it takes longer than the last, 60 times as long after 400.
    const execution = createExecutionContext();
    const response = await app.fetch(request, { ...env, ...this.bindings }, execution);
    // Work after the response, such as frames, would otherwise arrive during a later step of the test.
    await waitOnExecutionContext(execution);
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    return response;
  }

  /** Keeps a cookie, or deletes it. @param cookie the value of a `Set-Cookie` header */
  keep(cookie: string): void {
    const [pair = "", ...flags] = cookie.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    if (flags.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }

  /** Sends a body as JSON; a string or a form unchanged. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    if (body === undefined) return this.fetch(path, { method });
    if (typeof body === "string" || body instanceof FormData) return this.fetch(path, { method, body });
    return this.fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });
  }

  /** Makes a call of the contract and parses its reply by the schema. @throws on any other status */
  async call<N extends CallName>(
    name: N,
    { params = {}, body }: { params?: Record<string, string>; body?: unknown } = {},
  ): Promise<ReplyOf<N>> {
    const call: Call = calls[name];
    const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
    const response = await this.send(call.method, path, body);
    if (response.status !== statusOf(call)) {
      throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
    }
    // The type is derived from the schema that parses it.
    return (call.reply ? call.reply.parse(await response.json()) : undefined) as ReplyOf<N>;
  }
}

type ReplyOf<N extends CallName> = (typeof calls)[N] extends { reply: infer R extends z.ZodType }
  ? z.output<R>
  : undefined;

/** Returns the English body and the status of an error reply, checked against the schema. */
export async function errorOf(
  response: Response,
): Promise<Pick<z.infer<typeof errorBody>, "message" | "errors"> & { status: number }> {
  return { ...inEnglishOnly(errorBody.parse(await response.json())), status: response.status };
}

/** Returns a body without the codes of its messages, which tests/workers/error-texts.test.ts checks. */
export function inEnglishOnly<Body extends Partial<z.infer<typeof errorBody>>>({
  code: _,
  values: __,
  codes: ___,
  ...rest
}: Body) {
  return rest;
}

/** The hash of "sunset" at the least cost: verifying one at full cost takes 0.14 s. Sign-ups hash at full cost. */
const SUNSET = "scrypt$2$8$1$YWZ0ZXJnbG93IGZpeHR1cmU=$rM7w6SM0453UUfNMNREbiXJgV7D7AslLcNr8hX3+0zw=";

/** From 1000, so that all names are as long, and have as many terms of search. */
let made = 1000;

export type Member = Client & { id: string; username: string; email: string; role: Role };

/** Creates a signed-in member with finished profile setup and the password "sunset". `name` begins the username. */
export async function member(name = "member", role: Role = "member"): Promise<Member> {
  made += 1;
  const username = `${name}.${made}`;
  const account = { username, email: `${username.toLowerCase()}@example.com` };
  const { id, token } = await insertMember(openDb(env.DB).db, {
    ...account,
    fullName: `${name} ${made}`,
    password: SUNSET,
    role,
  });
  const client = new Client();
  client.cookies.set("__Host-afterglow", `${token}.${id}`);
  return Object.assign(client, { id, role, ...account });
}
