import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { sleep } from "~/contract/time";
import { demoMembers } from "../demo/dataset";
import { type DemoSession, logInDemoMember } from "../demo-session";
import { projectRoot } from "../local-state";

/** Posts of the demo member on the site: one that was shared, and one that was deleted. */
export interface Changes {
  shared: string;
  deleted: string;
}

/** The fields that are read of `postView` in app/contract/posts.ts. */
interface Post {
  id: string;
  mediaUrl: string;
  user: { username: string };
}

/** Shares a post, likes another and deletes one with its photos, as a site's demo member. @throws AssertionError */
export async function changeTheSite(url: string): Promise<Changes> {
  const { ask } = await logInDemoMember(url);
  const posts = (await (await ask("/api/feed")).json()) as Post[];
  const own = posts.find(({ user }) => user.username === demoMembers[0]?.username);
  const other = posts.find((post) => post !== own);
  assert.ok(own && other, "The feed has a post of the demo member and another.");
  const photo = readFileSync(path.join(projectRoot, "public/landing/photo.webp")).toString("base64");
  const shared = await ask("/api/posts", "POST", {
    mediaUrl: `data:image/webp;base64,${photo}`,
    caption: "After the first backup",
  });
  const { id } = (await shared.json()) as Post;
  await ask(`/api/posts/${other.id}/like`, "POST", {});
  await ask(`/api/posts/${own.id}`, "DELETE");
  // The photo is removed after the reply.
  while (await isServed(() => ask(own.mediaUrl))) await sleep(100);
  return { shared: id, deleted: own.id };
}

const isServed = (request: () => Promise<Response>) =>
  request().then(
    () => true,
    () => false,
  );

/** Reads what was changed, on the restored site. @throws AssertionError */
export async function readChanges(url: string, { shared, deleted }: Changes): Promise<void> {
  const { ask }: DemoSession = await logInDemoMember(url);
  const { mediaUrl } = (await (await ask(`/api/posts/${shared}`)).json()) as { mediaUrl: string };
  await ask(mediaUrl);
  await assert.rejects(ask(`/api/posts/${deleted}`), /returns 404/, "The deleted post stays deleted.");
}
