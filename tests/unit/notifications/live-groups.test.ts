import { describe, expect, it } from "vitest";
import type { NotificationGroupView } from "~/contract/notifications";
import { DAY_MS } from "~/contract/time";
import { nameList } from "~/domain/name-list";
import { withLive, withoutRemoved } from "~/features/notifications/live-groups";
import type { LiveNotification, NotificationSubject } from "~/features/notifications/notifications-store";
import { english } from "../../factories/english";

const DAY = 20_000 * DAY_MS;
const user = (id: string) => ({ id, username: id, profileImage: `/media/${id}` });

function group(about: Partial<NotificationGroupView> & { at: number }): NotificationGroupView {
  const { at, ...changes } = about;
  return {
    id: "like:post:20000",
    lastId: String(DAY + at),
    type: "like",
    isRead: true,
    createdAt: "2026-01-01T00:00:00.000Z",
    entityId: "post",
    commentId: null,
    message: null,
    canAnswer: false,
    fromUsers: [user("amara")],
    memberCount: 1,
    ...changes,
  };
}

const live = (at: number, from: string, changes: Partial<LiveNotification> = {}): LiveNotification => ({
  id: String(DAY + at),
  type: "like",
  fromUserId: from,
  fromUsername: from,
  entityId: "post",
  receivedAt: "2026-01-01T01:00:00.000Z",
  ...changes,
});

const shown = (groups: NotificationGroupView[]) =>
  groups.map(({ id, fromUsers, memberCount, isRead }) => [
    id,
    nameList(
      english,
      fromUsers.map(({ username }) => username),
      memberCount,
    ),
    isRead,
  ]);

describe("a live notification", () => {
  const other = group({ at: 5, id: "save:post:20000", type: "save", fromUsers: [user("lea")] });

  it("joins its group, which moves to the top and is unread", () => {
    const groups = [other, group({ at: 3, fromUsers: [user("amara"), user("tom")], memberCount: 4 })];
    expect(shown(withLive(groups, [live(6, "kenji")]))).toEqual([
      ["like:post:20000", "kenji, amara and 3 others", false],
      ["save:post:20000", "lea", true],
    ]);
  });

  it("of a member whom the group names already does not count twice, and keeps the avatar", () => {
    const groups = [group({ at: 3, fromUsers: [user("amara"), user("tom")], memberCount: 2 })];
    const [joined] = withLive(groups, [live(6, "tom")]);
    expect(joined).toMatchObject({ fromUsers: [user("tom"), user("amara")], memberCount: 2 });
  });

  it("starts a group of its own on another day, and about another thing", () => {
    const groups = [group({ at: 3 })];
    const added = [live(8, "lea", { entityId: "dawn" }), live(DAY_MS + 4, "kenji")].toReversed();
    expect(shown(withLive(groups, added)).map(([id]) => id)).toEqual([
      "like:post:20001",
      "like:dawn:20000",
      "like:post:20000",
    ]);
  });

  it("of a reply is grouped by the comment that it belongs to, and opens at the newest reply", () => {
    const reply = { type: "comment_reply", parentId: "mine" } as const;
    const [joined, ...others] = withLive(
      [],
      [live(7, "lea", { ...reply, commentId: "b" }), live(6, "kenji", { ...reply, commentId: "a" })],
    );
    expect(others).toEqual([]);
    expect(joined).toMatchObject({ id: "comment_reply:mine:20000", commentId: "b", memberCount: 2 });
  });

  it("that is loaded already changes nothing", () => {
    const groups = [group({ at: 6 })];
    expect(withLive(groups, [live(6, "kenji"), live(5, "lea")])).toEqual(groups);
  });
});

describe("a removal", () => {
  const of = (userId: string) => (one: { fromUserId: string }) => one.fromUserId === userId;
  const three = group({ at: 3, fromUsers: [user("amara"), user("tom")], memberCount: 3 });

  it("of a member takes them out of a group, and the last one with the group", () => {
    expect(withoutRemoved(three, of("tom"))).toMatchObject({ fromUsers: [user("amara")], memberCount: 2 });
    expect(withoutRemoved(group({ at: 3 }), of("amara"))).toBe(null);
  });

  it("of a notification takes its member out, if the group names them", () => {
    const newest = withoutRemoved(three, ({ id }) => id === three.lastId);
    expect(newest).toMatchObject({ fromUsers: [user("tom")], memberCount: 2 });
    expect(withoutRemoved(three, ({ id }) => id === String(DAY + 1))).toBe(three);
  });

  it("of a comment removes the groups about it, and the member of the newest notification that is about it", () => {
    const of = (id: string) => (one: NotificationSubject) => one.commentIds.includes(id);
    const about = { type: "comment_reply", commentId: "b" } as const;
    const replies = group({ ...three, at: 3, ...about, id: "comment_reply:a:20000" });
    expect(withoutRemoved(replies, of("a"))).toBe(null);
    expect(withoutRemoved(replies, of("b"))).toMatchObject({ fromUsers: [user("tom")], memberCount: 2 });
    expect(withoutRemoved(replies, of("c"))).toBe(replies);
  });

  it("of a post removes its groups", () => {
    expect(withoutRemoved(three, ({ entityId }) => entityId === "post")).toBe(null);
    expect(withoutRemoved(three, ({ entityId }) => entityId === "dawn")).toBe(three);
  });
});
