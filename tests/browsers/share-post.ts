import path from "node:path";
import { projectRoot } from "../../scripts/local-state";
import { button, link, textbox } from "./locators";
import type { Tab } from "./tab";

const photo = path.join(projectRoot, "public/landing/photo.webp");

/** Shares a post of a member who has no other in the feed, and stays in the feed. @returns the path of its page */
export async function sharePost(tab: Tab, caption: string): Promise<string> {
  await tab.open("/post");
  await tab.choose("Image", photo);
  await tab.fill(textbox("Caption"), caption);
  await tab.click(button("Share"));
  await tab.isAt("/feed");
  await tab.sees(link({ pattern: ", view post$" }));
  return tab.evaluate(
    () => document.querySelector<HTMLAnchorElement>('a[href^="/post/"]')?.pathname ?? "no post",
  );
}
