import assert from "node:assert/strict";
import { DEMO_PASSWORD, demoMembers } from "./demo/dataset";

/** The demo member with a session of a running site. */
export interface DemoSession {
  /** Requests an address of the site with the session's cookies and a JSON body. @throws AssertionError on failure */
  ask: (address: string, method?: string, body?: object) => Promise<Response>;
}

/** Signs the demo member in to a running site. @throws AssertionError */
export async function logInDemoMember(url: string): Promise<DemoSession> {
  const cookies = new Map<string, string>();
  const ask: DemoSession["ask"] = async (address, method = "GET", body) => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(new URL(address, url), {
      method,
      headers: { Cookie, Origin: url, ...(body ? { "Content-Type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const cookie of reply.headers.getSetCookie()) cookies.set(...parseCookie(cookie));
    assert.ok(reply.ok, `${method} ${address} returns ${reply.status}.`);
    return reply;
  };
  await ask("/api/auth/login", "POST", { email: demoMembers[0]?.email, password: DEMO_PASSWORD });
  return { ask };
}

/** Returns the name and the value of a `Set-Cookie` header. */
function parseCookie(header: string): [string, string] {
  const [pair = ""] = header.split(";");
  const separator = pair.indexOf("=");
  return [pair.slice(0, separator), pair.slice(separator + 1)];
}
