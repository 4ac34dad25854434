import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../../scripts/local-state";
import type { Tab } from "./tab";

const photo = readFileSync(path.join(projectRoot, "public/landing/photo.webp"));

/** Shares a post over the API. @returns the path of its page */
export async function sharePost(tab: Tab, caption: string): Promise<string> {
  const mediaUrl = `data:image/webp;base64,${photo.toString("base64")}`;
  // The reply's type is stated in app/contract/calls/posts.ts.
  const { id } = (await tab.call("POST", "/api/posts", { mediaUrl, caption })) as { id: string };
  return `/post/${id}`;
}
