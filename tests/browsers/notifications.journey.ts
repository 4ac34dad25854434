import { unsubscribePath } from "../e2e/unsubscribe-path";
import { idOf } from "./connected";
import { button, checkbox, dialog, heading, link, radio, region, text } from "./locators";
import { sharePost } from "./share-post";
import { expect, test } from "./test";

test("likes and comments of one post are grouped live, and open at the newest comment", async ({ join }) => {
  const [mara, noa, zoe] = await Promise.all([join("mara"), join("noa"), join("zoe")]);
  const { tab } = mara;
  const post = await sharePost(tab, "Dusk");
  await tab.open("/feed");
  const call = `/api${post.replace("/post/", "/posts/")}`;

  await noa.tab.call("POST", `${call}/like`);
  await tab.click(button("Notifications, 1 unread"));
  const list = dialog("Notifications");
  await tab.sees(link({ pattern: `^\\W*${noa.username} liked your post` }, list));
  await zoe.tab.call("POST", `${call}/like`);
  await tab.sees(link({ pattern: `${zoe.username} and ${noa.username} liked your post` }, list));
  await noa.tab.call("POST", `${call}/comment`, { comment: "What a sky" });
  await zoe.tab.call("POST", `${call}/comment`, { comment: "What a sea" });
  const comments = link({ pattern: `${zoe.username} and ${noa.username} commented on your post` }, list);
  await tab.click(comments);
  await tab.isAt(/^\/post\/[^?]+\?comment=/);
  await tab.sees(text("What a sea"));
  await tab.misses(list);
  await expect
    .poll(() => tab.evaluate(() => document.title), { message: "all of them are read" })
    .not.toMatch(/^\(/);
});

test("a member chooses when the mail with their news comes, and ends it by the link of a mail", async ({
  join,
}) => {
  const member = await join();
  const { tab } = member;
  const digest = (name: string) => radio({ pattern: `^${name}` });
  const mailed = checkbox("Likes and saves: Mail");
  await tab.open("/settings/notifications");
  await tab.sees(digest("Weekly"), { state: "true" });
  await tab.click(digest("Daily"));
  await tab.sees(text("Saved", region("Mail with your news")));
  await tab.click(mailed);
  await tab.sees(text("Saved", region("What you are notified of")));
  await tab.open("/settings/notifications");
  await tab.sees(digest("Daily"), { state: "true" });
  await tab.sees(mailed, { state: "false" });

  await tab.open(unsubscribePath(await idOf(member)));
  await tab.click(button("Stop digests"));
  await tab.sees(heading("No more digests"));
  await tab.click(link("Notification settings"));
  await tab.sees(digest("Never"), { state: "true" });
});
