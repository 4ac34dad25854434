import { describe, expect, it } from "vitest";
import type { MessageView } from "~/contract/chat";
import { merge, refresh } from "~/features/chat/conversations";
import { isEmojiOnly } from "~/features/chat/emoji-only";

const message = (id: number, isRead = false): MessageView => ({
  id: String(id),
  senderId: "ada",
  receiverId: "grace",
  content: String(id),
  isRead,
  createdAt: "2026-01-01T00:00:00.000Z",
});
const ids = (messages: readonly MessageView[]) => messages.map(({ id }) => Number(id));

describe("messages of a conversation", () => {
  it("are sorted by id and unique, whatever order they arrive in", () => {
    const merged = merge([message(2), message(10)], [message(9), message(10, true), message(1)]);
    expect(ids(merged)).toEqual([1, 2, 9, 10]);
    expect(merged.at(-1)?.isRead).toBe(true);
  });

  it("loses messages that the refetched page no longer has, within its id range only", () => {
    const known = [1, 2, 3, 4, 5, 8].map((id) => message(id));
    expect(ids(refresh(known, [message(6), message(5), message(3)]))).toEqual([1, 2, 3, 5, 6, 8]);
    expect(ids(refresh(known, []))).toEqual(ids(known));
    // The newest message before a reconnect is not on the page.
    expect(
      ids(
        refresh(
          [4, 5, 7].map((id) => message(id)),
          [message(4)],
          5,
        ),
      ),
    ).toEqual([4, 7]);
    expect(
      ids(
        refresh(
          [5, 7].map((id) => message(id)),
          [],
          5,
        ),
      ),
    ).toEqual([7]);
  });
});

describe("a message of emoji only", () => {
  it.each(["🎉", "👩‍🚀 ❤️", "👍🏽"])("%s is recognised", (text) => expect(isEmojiOnly(text)).toBe(true));
  it.each(["", "12", "#", "party 🎉", "1️⃣"])("%j is not", (text) => expect(isEmojiOnly(text)).toBe(false));
});
