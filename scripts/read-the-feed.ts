import assert from "node:assert/strict";
import { logInDemoMember } from "./demo-session";

/** Signs the demo member in to a running site and reads the feed and a photo. @throws AssertionError */
export async function readTheFeed(url: string): Promise<void> {
  const health = await fetch(`${url}/healthz`);
  assert.equal(health.status, 200, "The health check passes.");

  const { ask } = await logInDemoMember(url);
  const page = await (await ask("/feed")).text();
  // The shape of `readFeed` in app/contract/calls.ts.
  const posts = (await (await ask("/api/feed")).json()) as {
    id: string;
    mediaUrl: string;
    caption: string;
  }[];
  assert.ok(posts.length > 0, "The feed has posts.");
  for (const { id } of posts.slice(0, 3)) assert.ok(page.includes(id), `The feed page shows post ${id}.`);
  const photo = await ask(posts[0]?.mediaUrl ?? "");
  assert.match(photo.headers.get("Content-Type") ?? "", /^image\//, "The photo is an image.");
}
