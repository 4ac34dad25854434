import { createExecutionContext, env } from "cloudflare:test";
import type { z } from "zod";
import { type Call, type CallName, calls } from "~/contract/calls";
import { errorBody } from "~/contract/errors";
import { openDb } from "~/db/client";
import { hashPassword } from "~/domain/accounts/password";
import { insertMember } from "../factories/members";
import { app } from "./worker";

export const SITE = "https://afterglow.test";

/** A browser as far as the calls see one: keeps cookies, sends its origin. */
export class Client {
  readonly cookies = new Map<string, string>();

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has("Origin") && init.method && init.method !== "GET") headers.set("Origin", SITE);
    if (this.cookies.size > 0) {
      headers.set("Cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const request = new Request(new URL(path, SITE), { ...init, headers });
    // Not by way of `SELF`: each request through it takes longer than the one before, sixty times as long after 400.
    const response = await app.fetch(request, env, createExecutionContext());
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    return response;
  }

  private keep(cookie: string): void {
    const [pair = "", ...flags] = cookie.split("; ");
    const name = pair.slice(0, pair.indexOf("="));
    if (flags.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }

  /** Sends a JSON body, or a body as it is when it is a string or a form. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    if (body === undefined) return this.fetch(path, { method });
    if (typeof body === "string" || body instanceof FormData) return this.fetch(path, { method, body });
    return this.fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
    });
  }

  /** Makes one of the contract's calls and holds its reply against the contract. @throws on any other status */
  async call<N extends CallName>(
    name: N,
    { params = {}, body }: { params?: Record<string, string>; body?: unknown } = {},
  ): Promise<ReplyOf<N>> {
    const call: Call = calls[name];
    const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
    const response = await this.send(call.method, path, body);
    if (response.status !== call.status) {
      throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
    }
    // The schema that parses it is the one its type comes from.
    return (call.reply ? call.reply.parse(await response.json()) : undefined) as ReplyOf<N>;
  }
}

type ReplyOf<N extends CallName> = (typeof calls)[N]["reply"] extends infer R
  ? R extends z.ZodType
    ? z.output<R>
    : undefined
  : never;

/** What a refusal says, checked for its shape. */
export async function refusal(response: Response): Promise<z.infer<typeof errorBody> & { status: number }> {
  return { ...errorBody.parse(await response.json()), status: response.status };
}

/** "sunset", hashed as app/domain/accounts/password.ts does; hashing it for every member would be most of a test's time. */
const SUNSET = hashPassword("sunset");

let made = 0;

/** A new member, set up and signed in, with the password "sunset". `name` shows in failures. */
export async function member(
  name = "member",
): Promise<Client & { id: string; username: string; email: string }> {
  made += 1;
  const username = `${name}.${made}`;
  const account = { username, email: `${username.toLowerCase()}@example.com` };
  const { id, token } = await insertMember(openDb(env.DB).db, {
    ...account,
    fullName: `${name} ${made}`,
    password: await SUNSET,
  });
  const client = new Client();
  client.cookies.set("__Host-afterglow", token);
  return Object.assign(client, { id, ...account });
}
