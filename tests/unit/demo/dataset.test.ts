import { readdirSync } from "node:fs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { TRENDING_AUTHORS_MIN } from "~/contract/limits";
import { tagsIn } from "~/contract/text-links";
import { archiveIds, isArchiveId } from "../../../scripts/demo/archive";
import {
  connectedTo,
  type DemoReaction,
  demoCollections,
  demoComments,
  demoConnections,
  demoConversations,
  demoLikes,
  demoMembers,
  demoNotifications,
  demoPosts,
  demoSaves,
  demoUsername,
} from "../../../scripts/demo/dataset";
import { avatarIds, imageIds, readImage } from "../../../scripts/demo/images";

const usernames = new Set<string>(demoMembers.map(({ username }) => username));
const postsByImage = new Map(demoPosts.map((post) => [post.image, post]));
const unique = (values: readonly string[]) => new Set(values).size === values.length;

test("the demo data has nine members within the product's limits", () => {
  expect(demoMembers).toHaveLength(9);
  expect(unique(demoMembers.map(({ username }) => username.toLowerCase()))).toBe(true);
  for (const { username, fullName, email, bio } of demoMembers) {
    expect(username).toMatch(/^[A-Za-z0-9_.]{3,30}$/);
    expect(fullName.length).toBeGreaterThan(2);
    expect(email).toBe(`${username}@afterglow.example`);
    expect(bio.length).toBeLessThanOrEqual(150);
  }
  expect(new Set(demoMembers.map(({ avatar }) => avatar))).toEqual(new Set(avatarIds));
});

test("every image is posted once, with texts within the limits", () => {
  expect(demoPosts.length).toBeGreaterThanOrEqual(44);
  expect(demoPosts.length).toBeLessThanOrEqual(48);
  const posted = demoPosts.flatMap(({ image, more }) => [image, ...more.map((photo) => photo.image)]);
  expect(posted.toSorted()).toEqual(imageIds.toSorted());
  for (const { author, caption, location, altText, hoursAgo } of demoPosts) {
    expect(usernames).toContain(author);
    expect(caption.length).toBeLessThanOrEqual(2200);
    expect((location ?? "").length).toBeLessThanOrEqual(100);
    expect(altText.length).toBeGreaterThan(20);
    expect(altText.length).toBeLessThanOrEqual(500);
    expect(hoursAgo).toBeGreaterThanOrEqual(0.2);
    expect(hoursAgo).toBeLessThanOrEqual(40 * 24);
  }
});

test("three recent posts, one of them the demo member's, have several photos", () => {
  const several = demoPosts.filter(({ more }) => more.length > 0);
  expect(several.map(({ author }) => author)).toContain(demoUsername);
  expect(several).toHaveLength(3);
  for (const { author, more, hoursAgo } of several) {
    expect([demoUsername, ...connectedTo(demoUsername)]).toContain(author);
    expect(hoursAgo).toBeLessThanOrEqual(24);
    for (const { altText } of more) expect(altText.length).toBeGreaterThan(20);
  }
});

test("collections have posts of the demo data", () => {
  for (const { posts } of demoCollections)
    for (const post of posts) expect([...postsByImage.keys()]).toContain(post);
});

test("archive photographs credit their source", () => {
  for (const id of archiveIds) {
    expect(postsByImage.get(id)?.caption).toMatch(/\nPhoto: .+ · Getty Open Content Program · CC0$/);
  }
});

test("comments are by the author or a connection, after the post and in the past", () => {
  expect(demoComments.length).toBeGreaterThanOrEqual(90);
  for (const comment of demoComments) {
    const post = postsByImage.get(comment.post);
    if (!post) throw new Error(`No post shows ${comment.post}`);
    const audience = [post.author, ...connectedTo(post.author)];
    expect(audience, `${comment.author} on ${comment.post}`).toContain(comment.author);
    expect(comment.hoursAfter).toBeGreaterThan(0);
    expect(comment.hoursAgo, comment.text).toBeGreaterThan(0);
    expect(comment.text.length).toBeLessThanOrEqual(500);
  }
});

test.each([
  ["likes", demoLikes],
  ["saves", demoSaves],
] as const)(
  "%s are unique per member and post, by members who can see the post",
  (_, reactions: readonly DemoReaction[]) => {
    expect(unique(reactions.map(({ post, member }) => `${member} ${post}`))).toBe(true);
    for (const { post, member, hoursAgo } of reactions) {
      const reactedPost = postsByImage.get(post);
      if (!reactedPost) throw new Error(`No post shows ${post}`);
      expect(connectedTo(reactedPost.author)).toContain(member);
      expect(hoursAgo).toBeGreaterThan(0);
      expect(hoursAgo).toBeLessThan(reactedPost.hoursAgo);
    }
  },
);

test("the number of likes varies between posts", () => {
  const counts = demoPosts.map(({ image }) => demoLikes.filter(({ post }) => post === image).length);
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(6);
  expect(Math.min(...counts)).toBeLessThanOrEqual(2);
});

test("connections are unique pairs, and two are pending", () => {
  expect(unique(demoConnections.map(({ from, to }) => [from, to].sort().join(" ")))).toBe(true);
  for (const { from, to } of demoConnections) expect(from).not.toBe(to);
  expect(demoConnections.filter(({ status }) => status === "pending")).toHaveLength(2);
  expect(connectedTo(demoUsername).length).toBeGreaterThanOrEqual(5);
  expect(
    demoConnections.filter(({ to, status }) => to === demoUsername && status === "pending"),
  ).toHaveLength(1);
});

test("suggestions and hashtags of the week have something to show the demo member", () => {
  const strangers = demoMembers.filter(
    ({ username }) =>
      !demoConnections.some(
        ({ from, to }) => [from, to].includes(username) && [from, to].includes(demoUsername),
      ),
  );
  expect(strangers.map(({ username }) => username)).toEqual(["ines.duarte"]);
  expect(connectedTo("ines.duarte").filter((one) => connectedTo(demoUsername).includes(one))).not.toEqual([]);
  const authorsOf = (tag: string) =>
    new Set(
      demoPosts
        .filter(({ hoursAgo, visibility }) => hoursAgo < 6 * 24 && visibility === "everyone")
        .filter(({ caption }) => tagsIn(caption).includes(tag))
        .map(({ author }) => author),
    );
  for (const tag of ["bluehour", "goldenhour"])
    expect(authorsOf(tag).size).toBeGreaterThanOrEqual(TRENDING_AUTHORS_MIN);
});

test("conversations are between connections, in order, with unread messages last", () => {
  expect(demoConversations).toHaveLength(5);
  for (const { between, messages } of demoConversations) {
    expect(connectedTo(between[0])).toContain(between[1]);
    expect(messages.length).toBeGreaterThanOrEqual(6);
    expect(messages.length).toBeLessThanOrEqual(25);
    const times = messages.map(({ hoursAgo }) => hoursAgo);
    expect(times).toEqual(times.toSorted((one, other) => other - one));
    const firstUnread = messages.findIndex(({ read }) => !read);
    const unread = firstUnread === -1 ? [] : messages.slice(firstUnread);
    expect(unread.length).toBeLessThanOrEqual(2);
    for (const { author, read } of unread)
      expect({ author, read }).toEqual({ author: between[1], read: false });
    for (const { author } of messages) expect(between).toContain(author);
  }
});

test("notifications are for the demo member, newest first, and from others", () => {
  expect(demoNotifications.length).toBeGreaterThan(20);
  expect(demoNotifications.some(({ kind }) => kind === "connection_request")).toBe(true);
  for (const [index, { from, to, hoursAgo }] of demoNotifications.entries()) {
    expect(to).toBe(demoUsername);
    expect(from).not.toBe(demoUsername);
    expect(hoursAgo).toBeGreaterThanOrEqual(demoNotifications[index - 1]?.hoursAgo ?? 0);
  }
});

test.each(["ember-sea", "nagasaki-boats"] as const)("%s is a JPEG of a sensible size", async (id) => {
  const { format, width, height } = await sharp(await readImage(id)).metadata();
  expect(format).toBe("jpeg");
  expect(Math.max(width, height)).toBeGreaterThanOrEqual(840);
  expect(Math.max(width, height)).toBeLessThanOrEqual(1600);
});

test("every file has an id, and every id that is not of the archive a file", () => {
  const drawn = imageIds.filter((id) => !isArchiveId(id));
  const files = readdirSync(new URL("../../../scripts/demo/photos", import.meta.url));
  expect(files.toSorted()).toEqual([...drawn, ...avatarIds].map((id) => `${id}.jpg`).toSorted());
});

test("an avatar is a square of 512", async () => {
  const { width, height } = await sharp(await readImage("avatar-mira")).metadata();
  expect([width, height]).toEqual([512, 512]);
});
