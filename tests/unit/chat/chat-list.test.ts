import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChatListItem } from "~/contract/chat";
import {
  $chatList,
  findChats,
  loadChats,
  loadMoreChats,
  openChatList,
} from "~/features/chat/chat-list-store";
import { subscribeChat } from "~/features/chat/chat-sync";
import { dispatchFrame } from "~/realtime/frames";
import { $isInSync } from "~/realtime/sync";

/** Requests in flight, in the order in which they were sent. */
let requests: ((response: Response) => void)[];
let urls: string[];
let stop: () => void;

const chat = (unreadCount: number): ChatListItem => ({
  userId: "noa",
  username: "noa",
  fullName: "Noa",
  profileImage: null,
  unreadCount,
  lastMessage: null,
});
const reply = (index: number, unreadCount: number) => requests[index]?.(Response.json([chat(unreadCount)]));
const shown = () => $chatList.get().chats?.map(({ unreadCount }) => unreadCount) ?? null;

beforeEach(() => {
  requests = [];
  urls = [];
  vi.stubGlobal("fetch", (url: string) => {
    urls.push(url);
    return new Promise<Response>((resolve) => requests.push(resolve));
  });
  stop = subscribeChat("mara");
});
afterEach(() => {
  stop();
  $isInSync.set(false);
  vi.unstubAllGlobals();
});

it("ignores the reply and the failure of a request whose successor has been answered", async () => {
  const loads = [loadChats(), loadChats(), loadChats()];
  reply(1, 2);
  await loads[1];
  reply(0, 1);
  await loads[0];
  expect(shown()).toEqual([2]);
  reply(2, 3);
  await loads[2];
  expect(shown()).toEqual([3]);

  const [early, late] = [loadChats(), loadChats()];
  reply(4, 4);
  await late;
  requests[3]?.(new Response(null, { status: 500 }));
  await early;
  expect($chatList.get()).toMatchObject({ chats: [chat(4)], isFailed: false });
});

it("shows the beginning of a list from the document, and fetches the rest", async () => {
  const close = openChatList({ chats: [chat(1)], isPartial: true });
  expect(shown()).toEqual([1]);
  expect(requests).toHaveLength(1);
  reply(0, 2);
  await vi.waitFor(() => expect(shown()).toEqual([2]));
  close();
});

it("does not show a reply that was requested for another member", async () => {
  const load = loadChats();
  stop();
  stop = subscribeChat("noa");
  reply(0, 1);
  await load;
  expect(shown()).toBe(null);
});

/** Answers a request with a page of chats without messages, by name. */
const page = (index: number, names: string[], next: string | null = null) =>
  requests[index]?.(
    Response.json(
      names.map((name) => ({ ...chat(0), userId: name, username: name, fullName: name })),
      { headers: next ? { Link: `</api/chat/connections?cursor=${next}>; rel="next"` } : {} },
    ),
  );
const names = () => $chatList.get().chats?.map(({ username }) => username);
const sent = (count: number) => vi.waitFor(() => expect(requests).toHaveLength(count));

/** Loads a list of which the first page is ada and bea, and one of the archived chats is zoe. */
async function loadPartial(): Promise<void> {
  const load = loadChats();
  page(0, ["ada", "bea"], "bea");
  await sent(2);
  page(1, ["zoe"]);
  await load;
}

it("loads a long list page by page, with the first archived chats", async () => {
  await loadPartial();
  expect(names()).toEqual(["ada", "bea", "zoe"]);
  expect($chatList.get()).toMatchObject({ next: "bea", nextArchived: null });
  const more = loadMoreChats(false);
  page(2, ["cy", "zoe"]);
  await more;
  expect(names()).toEqual(["ada", "bea", "cy", "zoe"]);
  expect($chatList.get().next).toBe(null);
  await loadMoreChats(false);
  expect(urls).toEqual([
    "/api/chat/connections",
    "/api/chat/connections?show=archived",
    "/api/chat/connections?cursor=bea",
  ]);
});

it("adds the chats that a search finds, and keeps loaded chats when the beginning is loaded again", async () => {
  await loadPartial();
  const find = findChats("noa");
  page(2, ["noa"]);
  await find;
  expect(names()).toEqual(["ada", "bea", "noa", "zoe"]);
  const load = loadChats();
  page(3, ["ada", "abe"], "abe");
  await sent(5);
  page(4, []);
  await load;
  expect(names()).toEqual(["abe", "ada", "bea", "noa", "zoe"]);
  expect($chatList.get().next).toBe("abe");
});

it("loads a chat of a later page anew when its last message was deleted", async () => {
  const load = loadChats();
  page(0, ["ada"], "ada");
  await sent(2);
  page(1, []);
  await load;
  const more = loadMoreChats(false);
  const last = { id: "7", content: "Meet me at the pier", createdAt: "2026-11-27T10:00:00.000Z" };
  const link = { headers: { Link: '</api/chat/connections?cursor=cy>; rel="next"' } };
  requests[2]?.(Response.json([{ ...chat(0), lastMessage: last }], link));
  await more;
  expect(names()).toEqual(["noa", "ada"]);

  dispatchFrame({
    type: "message_deleted",
    payload: { id: "7", senderId: "noa", receiverId: "mara" },
  });
  await sent(4);
  page(3, ["ada"], "ada");
  await sent(5);
  page(4, []);
  await vi.waitFor(() => expect(names()).toEqual(["ada"]));
  const again = loadMoreChats(false);
  page(5, ["noa"]);
  await again;
  expect(names()).toEqual(["ada", "noa"]);
});

it("ignores a page that arrives after a log-out, and sends no search for a whole list", async () => {
  await loadPartial();
  const more = loadMoreChats(false);
  stop();
  page(2, ["cy"]);
  await more;
  expect($chatList.get().chats).toBe(null);
  stop = subscribeChat("mara");
  const load = loadChats();
  page(3, ["ada"]);
  await load;
  await findChats("noa");
  expect(requests).toHaveLength(4);
});

/** Reports the end of a sync, as after a loss of the link. */
function sync(): void {
  $isInSync.set(false);
  $isInSync.set(true);
}

const disconnect = (userId: string) =>
  dispatchFrame({
    type: "connection_status",
    payload: { status: "disconnected", fromUserId: userId, toUserId: "mara" },
  });

it.each([
  ["page", () => loadMoreChats(false)],
  ["search", () => findChats("cy")],
])("a %s in flight brings back no ended chat and no old marks", async (_kind, request) => {
  await loadPartial();
  const reply = request();
  disconnect("cy");
  dispatchFrame({
    type: "chat_state",
    payload: { userId: "dan", mutedUntil: "9999-12-31T00:00:00.000Z" },
  });
  page(2, ["cy", "dan"]);
  await reply;
  expect(names()).toEqual(["ada", "bea", "dan", "zoe"]);
  expect($chatList.get().chats?.find(({ userId }) => userId === "dan")).toMatchObject({
    mutedUntil: "9999-12-31T00:00:00.000Z",
  });
});

it("ignores a search that was sent before a log-out", async () => {
  await loadPartial();
  const find = findChats("noa");
  stop();
  stop = subscribeChat("mara");
  const load = loadChats();
  page(3, ["ada"], "ada");
  await sent(5);
  page(4, []);
  await load;
  page(2, ["noa"]);
  await find;
  expect(names()).toEqual(["ada"]);
});

it("drops what was loaded before a loss of the link, and what was requested before it", async () => {
  const close = openChatList(null);
  page(0, ["ada", "bea"], "bea");
  await sent(2);
  page(1, ["zoe"]);
  await vi.waitFor(() => expect(names()).toEqual(["ada", "bea", "zoe"]));
  const more = loadMoreChats(false);
  const { generation } = $chatList.get();
  sync();
  page(3, ["ada"], "bea");
  await sent(5);
  page(4, []);
  await vi.waitFor(() => expect(names()).toEqual(["ada"]));
  expect($chatList.get().generation).toBeGreaterThan(generation);
  page(2, ["cy"]);
  await more;
  expect(names()).toEqual(["ada"]);
  close();
});

it("stays stale until a request that was sent after the invalidation succeeds", async () => {
  await loadPartial();
  const early = loadChats();
  sync();
  page(2, ["ada"], "ada");
  await sent(4);
  page(3, []);
  await early;
  expect(names()).toEqual(["ada", "bea", "zoe"]);

  const failed = openChatList(null);
  requests[4]?.(new Response(null, { status: 500 }));
  await vi.waitFor(() => expect($chatList.get().isFailed).toBe(true));
  failed();

  const close = openChatList(null);
  await sent(6);
  page(5, ["ada"], "ada");
  await sent(7);
  page(6, []);
  await vi.waitFor(() => expect(names()).toEqual(["ada"]));
  close();
  // Up to date now.
  openChatList(null)();
  expect(requests).toHaveLength(7);
});

it("applies the reply of a request whose successor has failed", async () => {
  const [early, late] = [loadChats(), loadChats()];
  requests[1]?.(new Response(null, { status: 500 }));
  await late;
  reply(0, 1);
  await early;
  expect($chatList.get()).toMatchObject({ chats: [chat(1)], isFailed: false });
});

it("asks again when the link was lost while the first request was in flight", async () => {
  const close = openChatList(null);
  sync();
  expect(requests).toHaveLength(2);
  close();
});
