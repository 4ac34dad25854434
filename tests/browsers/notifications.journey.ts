import { button, dialog, link, text } from "./locators";
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
  // The library that computes names in these journeys drops the spaces at the ends of elements.
  await tab.sees(link({ pattern: `^\\W*${noa.username} ?liked your post` }, list));
  await zoe.tab.call("POST", `${call}/like`);
  await tab.sees(link({ pattern: `${zoe.username} ?and ?${noa.username} ?liked your post` }, list));
  await noa.tab.call("POST", `${call}/comment`, { comment: "What a sky" });
  await zoe.tab.call("POST", `${call}/comment`, { comment: "What a sea" });
  const comments = link({ pattern: `${zoe.username} ?and ?${noa.username} ?commented on your post` }, list);
  await tab.click(comments);
  await tab.isAt(/^\/post\/[^?]+\?comment=/);
  await tab.sees(text("What a sea"));
  await tab.misses(list);
  await expect
    .poll(() => tab.evaluate(() => document.title), { message: "all of them are read" })
    .not.toMatch(/^\(/);
});
