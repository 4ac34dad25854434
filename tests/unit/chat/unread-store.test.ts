import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatListItem, LiveMessage } from "~/contract/chat";
import { UNREAD_POLL_MS } from "~/contract/limits";
import { $chatList, openChatList } from "~/features/chat/chat-list-store";
import { subscribeChat } from "~/features/chat/chat-sync";
import { $unread, $unreadCount, markRead, resendMarks } from "~/features/chat/unread-store";
import { $openConversation, subscribeUnread } from "~/features/chat/unread-sync";
import { dispatchFrame } from "~/realtime/frames";
import { link } from "~/realtime/link";
import { $isInSync } from "~/realtime/sync";
import { $toast } from "~/ui/toast-store";

let urls: string[];
let stop: () => void;
let nextId = 1000;

const live = (id: string, senderId = "noa", isRead = false): LiveMessage => ({
  id,
  senderId,
  receiverId: senderId === "mara" ? "noa" : "mara",
  content: `no. ${id}`,
  isRead,
  createdAt: "2026-01-01T00:00:00.000Z",
  senderUsername: senderId,
  receiverUsername: "mara",
  timestamp: "2026-01-01T00:00:00.000Z",
  clientId: id,
});
const receive = (message: LiveMessage) => dispatchFrame({ type: "message", payload: message });
const remove = (id: string, senderId = "noa") =>
  dispatchFrame({ type: "message_deleted", payload: { id, senderId, receiverId: "mara" } });
const readByViewer = (upTo: string, senderId = "noa") =>
  dispatchFrame({ type: "read", payload: { userId: "mara", senderId, upTo } });
const list = (
  last: string,
  bySender: Record<string, string[]>,
  count = Object.values(bySender).flat().length,
) =>
  dispatchFrame({
    type: "unread",
    payload: { messages: { last, count, bySender }, notifications: { count: 0, last: "0" } },
  });
/** Ids that no earlier test has used: tombstones stay. */
function ids(count: number): string[] {
  nextId += count;
  return Array.from({ length: count }, (_, index) => String(nextId - count + index));
}
const chat = (userId: string, lastMessage: ChatListItem["lastMessage"] = null): ChatListItem => ({
  userId,
  username: userId,
  fullName: userId,
  profileImage: null,
  unreadCount: 0,
  lastMessage,
});

beforeEach(() => {
  vi.useFakeTimers();
  urls = [];
  vi.stubGlobal("document", {
    visibilityState: "visible",
    title: "",
    head: {},
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal(
    "MutationObserver",
    class {
      observe = () => undefined;
    },
  );
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("fetch", async (url: string) => {
    urls.push(url);
    return Response.json(url.startsWith("/api/chat/connections") ? [] : { count: 0 });
  });
  const stops = [subscribeUnread("mara"), subscribeChat("mara")];
  stop = () => {
    for (const end of stops) end();
  };
  urls = [];
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the unread count", () => {
  it("counts each message once, in whatever order frames arrive", () => {
    const [a = "", b = "", c = ""] = ids(3);
    list("0", {});
    for (const id of [c, a, a, b, c]) receive(live(id));
    expect($unreadCount.get()).toBe(3);
    readByViewer(b);
    receive(live(a));
    expect($unreadCount.get()).toBe(1);
    expect(urls).toEqual([]);
  });

  it("leaves out muted chats, and counts them again when the mute is turned off or over", () => {
    const [a = "", b = "", c = ""] = ids(3);
    list("0", {});
    receive(live(a));
    const state = (mutedUntil?: string) =>
      dispatchFrame({ type: "chat_state", payload: { userId: "noa", mutedUntil } });
    state("9999-12-31T23:59:59.999Z");
    expect($unreadCount.get()).toBe(0);
    receive(live(b));
    receive(live(b, "ada"));
    expect($unreadCount.get()).toBe(1);
    state();
    list(b, { noa: [a, b], ada: [b] });
    expect($unreadCount.get()).toBe(3);
    state(new Date(Date.now() + 1000).toISOString());
    expect($unreadCount.get()).toBe(1);
    vi.setSystemTime(Date.now() + 1000);
    receive(live(c));
    expect($unreadCount.get()).toBe(2);
    list(c, { noa: [a, b, c], ada: [b] });
    expect($unreadCount.get()).toBe(4);
  });

  it("does not count own messages, read ones, and ones whose deletion or read mark arrived first", () => {
    const [a = "", b = "", c = "", d = ""] = ids(4);
    list("0", {});
    receive(live(a, "mara"));
    receive(live(b, "noa", true));
    remove(c);
    readByViewer(d);
    for (const id of [c, d]) receive(live(id));
    expect($unreadCount.get()).toBe(0);
  });

  it("drops an unread message that is deleted, and changes nothing for a read one", () => {
    const [a = "", b = "", c = ""] = ids(3);
    list(b, { noa: [b] });
    receive(live(c));
    remove(c);
    remove(a);
    expect($unreadCount.get()).toBe(1);
  });

  it("keeps messages that are newer than the list, and frames that the list does not know yet", () => {
    const [a = "", b = "", c = "", d = ""] = ids(4);
    receive(live(d));
    readByViewer(a);
    remove(b);
    list(c, { noa: [a, b, c] });
    expect([...($unread.get().bySender?.get("noa") ?? [])]).toEqual([c, d]);
  });

  it("counts nothing in the open conversation while the tab is visible", () => {
    const [a = "", b = "", c = ""] = ids(3);
    list("0", {});
    $openConversation.set({ userId: "noa", isAtEnd: true });
    receive(live(a));
    receive(live(b, "lea"));
    expect($unreadCount.get()).toBe(1);
    vi.stubGlobal("document", { ...document, visibilityState: "hidden" });
    receive(live(c));
    expect($unreadCount.get()).toBe(2);
    markRead("noa", c);
    expect($unreadCount.get()).toBe(1);
    $openConversation.set(null);
  });

  it("counts those below the end of an open conversation that is in view, without a toast", () => {
    const [a = ""] = ids(1);
    list("0", {});
    $openConversation.set({ userId: "noa", isAtEnd: false });
    $toast.set(null);
    receive(live(a));
    expect([$unreadCount.get(), $toast.get()]).toEqual([1, null]);
    $openConversation.set(null);
  });

  it("includes messages beyond those that the hub lists, and polls nothing more for them", async () => {
    const [a = "", b = ""] = ids(2);
    list(a, { noa: [a] }, 150);
    receive(live(b));
    expect($unreadCount.get()).toBe(151);
  });

  it("is the polled one until the sync ends only", async () => {
    const [a = ""] = ids(1);
    list("0", {});
    await vi.advanceTimersByTimeAsync(UNREAD_POLL_MS);
    expect(urls).toEqual(["/api/chat/unread"]);
    $isInSync.set(true);
    receive(live(a));
    expect($unreadCount.get()).toBe(1);
    $isInSync.set(false);
  });

  it("leaves out members who are no longer connected", () => {
    const [a = "", b = "", c = ""] = ids(3);
    list(b, { noa: [a], lea: [b] });
    const payload = { fromUserId: "noa", toUserId: "mara", status: "disconnected" } as const;
    dispatchFrame({ type: "connection_status", payload });
    receive(live(c));
    expect($unreadCount.get()).toBe(1);
  });
});

describe("a read mark", () => {
  const markWithOpenLink = (upTo: string) => {
    const send = vi.spyOn(link, "send").mockReturnValue(true);
    markRead("noa", upTo);
    send.mockClear();
    return () => {
      resendMarks();
      return send.mock.calls.map(([frame]) => frame);
    };
  };
  const mark = (upTo: string) => ({ type: "read", payload: { senderId: "noa", upTo } });

  afterEach(() => {
    $openConversation.set(null);
    vi.restoreAllMocks();
  });

  it("is sent again although its message arrives a second time in the open conversation", () => {
    const [a = ""] = ids(1);
    list("0", {});
    $openConversation.set({ userId: "noa", isAtEnd: true });
    const resent = markWithOpenLink(a);
    receive(live(a));
    expect(resent()).toEqual([mark(a)]);
  });

  it("is sent again after a list that is older than its message", () => {
    const [a = "", b = ""] = ids(2);
    const resent = markWithOpenLink(b);
    list(a, {});
    expect(resent()).toEqual([mark(b)]);
  });

  it("is not sent again once the server has confirmed it", () => {
    const [a = "", b = ""] = ids(2);
    const resent = markWithOpenLink(a);
    readByViewer(b);
    expect(resent()).toEqual([]);
    const resentAfterList = markWithOpenLink(a);
    list(b, { noa: [b] });
    expect(resentAfterList()).toEqual([]);
  });
});

describe("the chat list", () => {
  it("removes the chat of a former connection without a request", async () => {
    openChatList({ chats: [chat("lea"), chat("noa")], isPartial: false });
    const payload = { fromUserId: "mara", toUserId: "noa", status: "disconnected" } as const;
    dispatchFrame({ type: "connection_status", payload });
    await vi.advanceTimersByTimeAsync(1000);
    expect($chatList.get().chats?.map(({ userId }) => userId)).toEqual(["lea"]);
    expect(urls).toEqual([]);
  });

  it("shows the last message, its order and the count without a request", async () => {
    const [a = "", b = "", c = ""] = ids(3);
    openChatList({
      chats: [chat("lea", { id: "1", content: "hi", createdAt: "" }), chat("ada"), chat("noa")],
      isPartial: false,
    });
    list("0", {});
    receive(live(c));
    receive(live(b));
    await vi.advanceTimersByTimeAsync(1000);
    const order = () => $chatList.get().chats?.map(({ userId }) => userId);
    const preview = () => $chatList.get().chats?.find(({ userId }) => userId === "noa")?.lastMessage?.content;
    expect([order(), preview()]).toEqual([["noa", "lea", "ada"], `no. ${c}`]);
    remove(b);
    receive(live(a, "lea"));
    await vi.advanceTimersByTimeAsync(1000);
    expect([order(), preview()]).toEqual([["noa", "lea", "ada"], `no. ${c}`]);
    expect(urls).toEqual([]);
    // The message before the deleted one is not loaded.
    remove(c);
    await vi.advanceTimersByTimeAsync(1000);
    expect(urls).toEqual(["/api/chat/connections"]);
  });

  it("requests the number of a muted chat when a read mark ends before the last message, or a message is deleted", async () => {
    const [a = "", b = ""] = ids(2);
    const mutedUntil = new Date(Date.now() + 3_600_000).toISOString();
    openChatList({
      chats: [{ ...chat("noa", { id: b, content: "mine", createdAt: "" }), mutedUntil, unreadCount: 1 }],
      isPartial: false,
    });
    list(b, {});
    readByViewer(a);
    await vi.advanceTimersByTimeAsync(1000);
    expect(urls).toEqual(["/api/chat/connections"]);
  });

  it("is shown again when a mute ends", async () => {
    const mutedUntil = new Date(Date.now() + 3_600_000).toISOString();
    openChatList({
      chats: [
        { ...chat("noa"), mutedUntil },
        { ...chat("lea"), mutedUntil: "9999-12-31T00:00:00.000Z" },
      ],
      isPartial: false,
    });
    const shown = vi.fn();
    const end = $chatList.listen(shown);
    await vi.advanceTimersByTimeAsync(3_599_000);
    expect(shown).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2000);
    expect(shown).toHaveBeenCalledOnce();
    end();
  });
});
