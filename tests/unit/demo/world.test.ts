import sharp from "sharp";
import { expect, test } from "vitest";
import { avatarIds, pictureIds, renderPicture } from "../../../scripts/demo/pictures";
import { archiveIds } from "../../../scripts/demo/pictures/archive";
import {
  connectedTo,
  type DemoMark,
  demoComments,
  demoConnections,
  demoConversations,
  demoLikes,
  demoMembers,
  demoNotifications,
  demoPosts,
  demoSaves,
  demoUsername,
} from "../../../scripts/demo/world";

const usernames = new Set<string>(demoMembers.map(({ username }) => username));
const postsByPicture = new Map(demoPosts.map((post) => [post.picture, post]));
const unique = (values: readonly string[]) => new Set(values).size === values.length;

test("there are eight members, each within the product's limits", () => {
  expect(demoMembers).toHaveLength(8);
  expect(unique(demoMembers.map(({ username }) => username.toLowerCase()))).toBe(true);
  for (const { username, fullName, email, bio } of demoMembers) {
    expect(username).toMatch(/^[A-Za-z0-9_.]{3,30}$/);
    expect(fullName.length).toBeGreaterThan(2);
    expect(email).toBe(`${username}@afterglow.example`);
    expect(bio.length).toBeLessThanOrEqual(150);
  }
  expect(new Set(demoMembers.map(({ avatar }) => avatar))).toEqual(new Set(avatarIds));
});

test("every picture is posted once, with words within the limits", () => {
  expect(demoPosts.length).toBeGreaterThanOrEqual(44);
  expect(demoPosts.length).toBeLessThanOrEqual(48);
  expect(new Set(demoPosts.map(({ picture }) => picture))).toEqual(new Set(pictureIds));
  expect(demoPosts).toHaveLength(pictureIds.length);
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

test("photographs from the archive say whose they are", () => {
  for (const id of archiveIds) {
    expect(postsByPicture.get(id)?.caption).toMatch(/\nPhoto: .+ · Getty Open Content Program · CC0$/);
  }
});

test("comments come from the author or somebody connected, after the post and before now", () => {
  expect(demoComments.length).toBeGreaterThanOrEqual(90);
  for (const comment of demoComments) {
    const post = postsByPicture.get(comment.post);
    if (!post) throw new Error(`No post shows ${comment.post}`);
    const heard = [post.author, ...connectedTo(post.author)];
    expect(heard, `${comment.author} on ${comment.post}`).toContain(comment.author);
    expect(comment.hoursAfter).toBeGreaterThan(0);
    expect(comment.hoursAgo, comment.text).toBeGreaterThan(0);
    expect(comment.text.length).toBeLessThanOrEqual(500);
  }
});

test.each([
  ["likes", demoLikes],
  ["saves", demoSaves],
] as const)("%s are one to a member and post, from those who see it", (_, marks: readonly DemoMark[]) => {
  expect(unique(marks.map(({ post, member }) => `${member} ${post}`))).toBe(true);
  for (const { post, member, hoursAgo } of marks) {
    const marked = postsByPicture.get(post);
    if (!marked) throw new Error(`No post shows ${post}`);
    expect(connectedTo(marked.author)).toContain(member);
    expect(hoursAgo).toBeGreaterThan(0);
    expect(hoursAgo).toBeLessThan(marked.hoursAgo);
  }
});

test("likes are many and uneven", () => {
  const counts = demoPosts.map(({ picture }) => demoLikes.filter(({ post }) => post === picture).length);
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(6);
  expect(Math.min(...counts)).toBeLessThanOrEqual(2);
});

test("connections are between two, once, and two of them wait", () => {
  expect(unique(demoConnections.map(({ from, to }) => [from, to].sort().join(" ")))).toBe(true);
  for (const { from, to } of demoConnections) expect(from).not.toBe(to);
  expect(demoConnections.filter(({ status }) => status === "pending")).toHaveLength(2);
  expect(connectedTo(demoUsername).length).toBeGreaterThanOrEqual(5);
  expect(
    demoConnections.filter(({ to, status }) => to === demoUsername && status === "pending"),
  ).toHaveLength(1);
});

test("conversations are between the connected, in order, and end with what is unread", () => {
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

test("notifications reach the demo member, newest first, from somebody else", () => {
  expect(demoNotifications.length).toBeGreaterThan(20);
  expect(demoNotifications.some(({ kind }) => kind === "connection_request")).toBe(true);
  for (const [index, { from, to, hoursAgo }] of demoNotifications.entries()) {
    expect(to).toBe(demoUsername);
    expect(from).not.toBe(demoUsername);
    expect(hoursAgo).toBeGreaterThanOrEqual(demoNotifications[index - 1]?.hoursAgo ?? 0);
  }
});

test.each(["ember-sea", "nagasaki-boats"] as const)(
  "%s is the same bytes twice, and of a sensible size",
  async (id) => {
    const [one, other] = [await renderPicture(id), await renderPicture(id)];
    expect(one.equals(other)).toBe(true);
    const { format, width, height } = await sharp(one).metadata();
    expect(format).toBe("jpeg");
    expect(Math.max(width, height)).toBeGreaterThanOrEqual(840);
    expect(Math.max(width, height)).toBeLessThanOrEqual(1600);
  },
);

test("an avatar is a square of 512", async () => {
  const { width, height } = await sharp(await renderPicture("avatar-mira")).metadata();
  expect([width, height]).toEqual([512, 512]);
});
