import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ChatListItem } from "~/contract/chat";
import { followChat, loadChats, readChat } from "~/features/chat/chat-store";

/** The questions that wait for their answer, in the order in which they were asked. */
let asked: ((reply: Response) => void)[];
let stop: () => void;

const chat = (unreadCount: number): ChatListItem => ({
  userId: "noa",
  username: "noa",
  fullName: "Noa",
  profileImage: null,
  unreadCount,
  lastMessage: null,
});
const answer = (place: number, unreadCount: number) => asked[place]?.(Response.json([chat(unreadCount)]));
const shown = () => readChat().chats?.map(({ unreadCount }) => unreadCount) ?? null;

beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => asked.push(resolve)));
  stop = followChat("mara");
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it("an answer that comes after a later one's changes nothing, nor does its failure", async () => {
  const loads = [loadChats(), loadChats(), loadChats()];
  answer(1, 2);
  await loads[1];
  answer(0, 1);
  await loads[0];
  expect(shown()).toEqual([2]);
  answer(2, 3);
  await loads[2];
  expect(shown()).toEqual([3]);

  const [early, late] = [loadChats(), loadChats()];
  answer(4, 4);
  await late;
  asked[3]?.(new Response(null, { status: 500 }));
  await early;
  expect(readChat()).toMatchObject({ chats: [chat(4)], chatsFailed: false });
});

it("what was asked for one member is not shown to the next", async () => {
  const load = loadChats();
  stop();
  stop = followChat("noa");
  answer(0, 1);
  await load;
  expect(shown()).toBe(null);
});
