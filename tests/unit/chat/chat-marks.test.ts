import { describe, expect, test } from "vitest";
import type { ChatListItem } from "~/contract/chat";
import { isArchived, isMuted } from "~/contract/chat-marks";

const ALWAYS = "9999-12-31T23:59:59.999Z";
const OVER = "2020-01-01T00:00:00.000Z";
const chat = (marks: Pick<ChatListItem, "mutedUntil" | "archivedTo">, last: string | null): ChatListItem => ({
  userId: "noa",
  username: "noa",
  fullName: "Noa",
  profileImage: null,
  unreadCount: 0,
  lastMessage: last === null ? null : { id: last, content: "Hi", createdAt: OVER },
  ...marks,
});

describe("a chat", () => {
  test("is muted until the end of its mute", () => {
    expect(isMuted({})).toBe(false);
    expect(isMuted({ mutedUntil: OVER })).toBe(false);
    expect(isMuted({ mutedUntil: ALWAYS })).toBe(true);
  });

  test.each([
    [{}, "7", false],
    [{ archivedTo: "7" }, "7", true],
    [{ archivedTo: "7" }, "8", false],
    // The message up to which it was archived is deleted by now.
    [{ archivedTo: "7" }, "6", true],
    [{ archivedTo: "0" }, null, true],
    [{ archivedTo: "0" }, "1", false],
    [{ archivedTo: "7", mutedUntil: ALWAYS }, "8", true],
    [{ archivedTo: "7", mutedUntil: OVER }, "8", false],
    [{ mutedUntil: ALWAYS }, "8", false],
  ])("with %o and the last message %s is archived: %s", (marks, last, expected) => {
    expect(isArchived(chat(marks, last))).toBe(expected);
  });
});
