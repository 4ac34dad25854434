import assert from "node:assert/strict";
import { DEMO_PASSWORD, demoMembers } from "./demo/dataset";

/** Signs the demo member in to a running site and reads the feed and a photo. @throws AssertionError */
export async function readTheFeed(url: string): Promise<void> {
  const health = await fetch(`${url}/healthz`);
  assert.equal(health.status, 200, "The health check passes.");

  const logIn = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: url },
    body: JSON.stringify({ email: demoMembers[0]?.email, password: DEMO_PASSWORD }),
  });
  assert.equal(logIn.status, 200, "The demo member logs in.");
  const cookies = new Map(logIn.headers.getSetCookie().map(parseCookie));
  const read = async (address: string) => {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await fetch(new URL(address, url), { headers: { Cookie } });
    for (const cookie of reply.headers.getSetCookie()) cookies.set(...parseCookie(cookie));
    assert.equal(reply.status, 200, `${address} returns 200.`);
    return reply;
  };

  const page = await (await read("/feed")).text();
  // The shape of `readFeed` in app/contract/calls.ts.
  const posts = (await (await read("/api/feed")).json()) as {
    id: string;
    mediaUrl: string;
    caption: string;
  }[];
  assert.ok(posts.length > 0, "The feed has posts.");
  for (const { id } of posts.slice(0, 3)) assert.ok(page.includes(id), `The feed page shows post ${id}.`);
  const photo = await read(posts[0]?.mediaUrl ?? "");
  assert.match(photo.headers.get("Content-Type") ?? "", /^image\//, "The photo is an image.");
}

/** Returns the name and the value of a `Set-Cookie` header. */
function parseCookie(header: string): [string, string] {
  const [pair = ""] = header.split(";");
  const separator = pair.indexOf("=");
  return [pair.slice(0, separator), pair.slice(separator + 1)];
}
