import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveMessage, MessageView } from "~/contract/chat";
import { subscribeChat } from "~/features/chat/chat-sync";
import { $conversations, loadConversation, openConversation } from "~/features/chat/conversations";
import { link } from "~/realtime/link";
import { startSync } from "~/realtime/sync";
import { Socket } from "../realtime/socket";

const PAGE = 50;
let sockets: Socket[];
/** Number of stored messages. */
let stored: number;
let fetches: number;
let stop: () => void;

const message = (id: number): MessageView => ({
  id: String(id),
  senderId: "noa",
  receiverId: "mara",
  content: `no. ${id}`,
  isRead: true,
  createdAt: "2026-01-01T00:00:00.000Z",
});
const live = (id: number): LiveMessage => ({
  ...message(id),
  senderUsername: "noa",
  receiverUsername: "mara",
  timestamp: "2026-01-01T00:00:00.000Z",
  clientId: "",
});
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const shown = () => ($conversations.get().noa?.messages ?? []).map(({ id }) => Number(id));

/** Replies with the newest page. */
async function newest(): Promise<Response> {
  fetches += 1;
  const first = Math.max(1, stored - PAGE + 1);
  const headers = first > 1 ? { Link: '</api/chat/messages/noa?cursor=older>; rel="next"' } : undefined;
  return Response.json(ids(first, stored).reverse().map(message), { headers });
}

function open(): Socket {
  const socket = sockets.at(-1) ?? expect.fail("no socket was opened");
  socket.onopen();
  return socket;
}

async function reconnect(): Promise<Socket> {
  sockets.at(-1)?.onclose({ code: 1006 });
  await vi.advanceTimersByTimeAsync(20_000);
  return open();
}

const synced = (after: number, more = false) => ({ type: "synced", payload: { after: String(after), more } });

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, stored, fetches] = [[], 30, 0];
  vi.stubGlobal("location", { protocol: "http:", host: "afterglow.test" });
  vi.stubGlobal("fetch", newest);
  vi.stubGlobal(
    "WebSocket",
    class extends Socket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
  const stops = [subscribeChat("mara"), startSync(), openConversation("noa")];
  stop = () => {
    for (const end of stops) end();
  };
  link.start("mara");
});
afterEach(() => {
  stop();
  link.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("a page that reconnects", () => {
  it("has every missed message, including those that the refetched page repeats", async () => {
    const first = open();
    first.say(synced(30));
    await loadConversation("noa");
    expect(shown()).toEqual(ids(1, 30));
    stored = 200;
    const second = await reconnect();
    expect(second.sent).toContain('{"type":"sync","payload":{"after":"30","held":{"noa":"1"}}}');
    for (const id of ids(31, 36)) second.say({ type: "message", payload: live(id) });
    await vi.advanceTimersByTimeAsync(100);
    for (const id of ids(37, 200)) second.say({ type: "message", payload: live(id) });
    second.say(synced(200));
    await vi.advanceTimersByTimeAsync(100);
    expect(shown()).toEqual(ids(1, 200));
  });

  it("forgets the loaded messages after a month, of whose deletions the server may not tell it", async () => {
    const first = open();
    first.say(synced(30));
    await loadConversation("noa");
    stored = 20;
    sockets.at(-1)?.onclose({ code: 1006 });
    vi.setSystemTime(Date.now() + 30 * 24 * 60 * 60_000);
    await vi.advanceTimersByTimeAsync(20_000);
    const second = open();
    expect(second.sent).toContain('{"type":"sync","payload":{"after":null}}');
    second.say(synced(30));
    await vi.advanceTimersByTimeAsync(100);
    expect(shown()).toEqual(ids(1, 20));
  });

  it("applies what was read and deleted meanwhile, and fetches nothing", async () => {
    const first = open();
    first.say(synced(30));
    await loadConversation("noa");
    const before = fetches;
    const second = await reconnect();
    const payload = { id: "7", senderId: "noa", receiverId: "mara" };
    second.say({ type: "message_deleted", payload });
    second.say({ type: "read", payload: { userId: "noa", senderId: "mara", upTo: "30" } });
    second.say(synced(30));
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown()).toEqual([...ids(1, 6), ...ids(8, 30)]);
    expect(fetches).toBe(before);
  });

  it("shows the newest state of a message, in whatever order its states arrive", async () => {
    const socket = open();
    socket.say(synced(30));
    await loadConversation("noa");
    const changed = (id: number, version: number) => ({
      ...message(id),
      content: `state ${version}`,
      version,
    });
    const contents = () => {
      const found = ["8", "9"].map((id) => $conversations.get().noa?.messages.find((one) => one.id === id));
      return found.map((one) => one?.content);
    };
    for (const payload of [changed(8, 2), changed(8, 1)]) socket.say({ type: "message_changed", payload });
    expect(contents()).toEqual(["state 2", "no. 9"]);
    // A page, and the reply to `sync`, with older states.
    await loadConversation("noa");
    socket.say({ type: "message", payload: { ...live(8), ...changed(8, 1) } });
    await vi.advanceTimersByTimeAsync(100);
    expect(contents()).toEqual(["state 2", "no. 9"]);
    // Of a message that is not loaded: nothing is shown, until a page has it.
    socket.say({ type: "message_changed", payload: changed(40, 3) });
    expect(shown()).not.toContain(40);
    stored = 40;
    await loadConversation("noa");
    expect($conversations.get().noa?.messages.at(-1)?.content).toBe("state 3");
  });

  it("asks for the changes from the oldest quoted message on", async () => {
    open().say(synced(30));
    await loadConversation("noa");
    const replyTo = { id: "0", original: { senderId: "noa", content: "before" } };
    sockets.at(-1)?.say({ type: "message", payload: { ...live(31), replyTo } });
    await vi.advanceTimersByTimeAsync(100);
    const second = await reconnect();
    expect(second.sent).toContain('{"type":"sync","payload":{"after":"30","held":{"noa":"0"}}}');
  });

  it("starts over from the newest page when it never synced, and shows no gap", async () => {
    await loadConversation("noa");
    stored = 200;
    const first = open();
    // Arrives live before the first sync: the messages in between are not loaded.
    first.say({ type: "message", payload: live(200) });
    first.say(synced(199));
    await vi.advanceTimersByTimeAsync(100);
    expect(shown()).toEqual(ids(151, 200));
    expect($conversations.get().noa?.older).toBe("older");
  });

  it("fetches a page again when the link was opened during the request: no sync reports what it lacks", async () => {
    await loadConversation("noa");
    const before = fetches;
    const loads = [loadConversation("noa"), loadConversation("noa")];
    open();
    await Promise.all(loads);
    expect(fetches).toBe(before + 2);
  });
});
