import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEMO_PASSWORD, demoMembers } from "./demo/dataset";

import { startServerProcess } from "./server-process";

/**
 * `npm run smoke`: starts the product as `npm start` does, with new data, and signs in the demo member. Continuous
 * integration runs it on each operating system.
 */
const state = mkdtempSync(path.join(tmpdir(), "afterglow-smoke-"));
try {
  const server = await startServerProcess(state);
  try {
    await readTheFeed(server.url);
  } finally {
    assert.equal(await server.stop(), 0, "The server exits with code 0.");
  }
  const afterBanner = server.output().split("Ctrl+C")[1];
  assert.equal(afterBanner?.trim(), "", "The server prints nothing after its banner.");
  assert.deepEqual(
    readdirSync(state).sort(),
    ["secrets.json", "v3"],
    "The server leaves its data and no lock.",
  );
  console.log("The server starts, signs a member in, serves the feed and a photo, and stops.");
} finally {
  rmSync(state, { recursive: true, force: true });
}

async function readTheFeed(url: string): Promise<void> {
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
