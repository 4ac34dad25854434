import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChatListItem } from "~/contract/chat";
import { $chatList, loadChats, openChatList } from "~/features/chat/chat-list-store";
import { subscribeChat } from "~/features/chat/chat-sync";

/** Requests in flight, in the order in which they were sent. */
let requests: ((response: Response) => void)[];
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
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => requests.push(resolve)));
  stop = subscribeChat("mara");
});
afterEach(() => {
  stop();
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
