import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backOff } from "~/contract/back-off";
import { CLOSED_SESSION_ENDED, LOST_AFTER_MS, PING_MS } from "~/contract/limits";
import { onFrame } from "~/realtime/frames";
import { requestFreshReads } from "~/realtime/fresh-reads";
import { CONNECT_TIMEOUT_MS, Link, RECONNECTS } from "~/realtime/link";
import { Socket } from "./socket";

let sockets: Socket[];
let link: Link;
const last = () => sockets.at(-1) ?? expect.fail("no socket was opened");

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  link = new Link(() => {
    const socket = new Socket();
    sockets.push(socket);
    // It has every member of WebSocket that the link uses.
    return socket as unknown as WebSocket;
  });
});
afterEach(() => {
  link.stop();
  vi.useRealTimers();
});

describe("the link", () => {
  it("opens one socket, sends online, and offline when it stops", () => {
    link.start("ada");
    link.start("ada");
    expect(sockets.length).toBe(1);
    last().onopen();
    expect(link.state).toBe("open");
    expect(last().sent).toEqual(['{"type":"online","payload":{"userId":"ada"}}']);
    link.stop();
    expect(last().sent.at(-1)).toBe('{"type":"offline","payload":{"userId":"ada"}}');
    expect(last().isClosed).toBe(true);
    expect(link.state).toBe("closed");
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);
  });

  it("reconnects after a loss and calls the open hooks", () => {
    const hook = vi.fn();
    link.onOpen(hook);
    link.start("ada");
    last().onopen();
    last().onclose({ code: 1006 });
    expect(link.state).toBe("connecting");
    expect(link.send({ type: "offline", payload: {} })).toBe(false);
    vi.advanceTimersByTime(600);
    expect(sockets.length).toBe(2);
    last().onopen();
    expect(hook).toHaveBeenCalledTimes(2);
  });

  it("is lost after three seconds, not before, and reports an error once", () => {
    const onError = vi.fn();
    link.onError(onError);
    link.start("ada");
    for (let at = 0; at < LOST_AFTER_MS; at += 100) {
      expect(link.state).toBe("connecting");
      last().onerror();
      last().onclose({ code: 1006 });
      vi.advanceTimersByTime(100);
    }
    expect(link.state).toBe("lost");
    expect(onError).toHaveBeenCalledTimes(1);
    while (last().isClosed) vi.advanceTimersToNextTimer();
    expect(sockets.length).toBeGreaterThan(1);
    last().onopen();
    expect(link.state).toBe("open");
  });

  it("closes the socket when a ping is not answered", () => {
    link.start("ada");
    last().onopen();
    vi.advanceTimersByTime(PING_MS);
    expect(last().sent.at(-1)).toBe("ping");
    last().say("pong");
    vi.advanceTimersByTime(PING_MS - 1);
    expect(link.state).toBe("open");
    vi.advanceTimersByTime(1 + 10_000);
    expect(link.state).toBe("connecting");
    expect(sockets[0]?.isClosed).toBe(true);
  });

  it("answers a `ping` frame at once, while the timers of a hidden tab are throttled", () => {
    link.start("ada");
    last().onopen();
    last().say({ type: "ping", payload: {} });
    expect(last().sent.at(-1)).toBe("ping");
  });

  it("echoes the number of a `ping` frame, which shows that the page reads", () => {
    link.start("ada");
    last().onopen();
    last().say({ type: "ping", payload: { number: 4711 } });
    expect(last().sent.at(-1)).toBe('{"type":"echo","payload":{"number":4711}}');
    expect(last().sent).not.toContain("ping");
  });

  it("asks for fresh reads when a frame can cause a fetch", () => {
    const page = { cookie: "" };
    vi.stubGlobal("document", page);
    link.start("ada");
    last().onopen();
    last().say({ type: "online", payload: { userId: "grace" } });
    expect(page.cookie).toBe("");
    last().say({
      type: "connection_status",
      payload: { fromUserId: "grace", toUserId: "ada", status: "accepted" },
    });
    expect(page.cookie).toBe("afterglow-fresh=1; Max-Age=10; Path=/; SameSite=Lax");
    page.cookie = "";
    vi.advanceTimersByTime(6000);
    // The feed then fetches the posts that were announced before the link was open.
    last().say({ type: "online-users", payload: { users: [] } });
    expect(page.cookie).toContain("afterglow-fresh=1;");
    page.cookie = "";
    requestFreshReads();
    expect(page.cookie).toBe("");
    vi.advanceTimersByTime(6000);
    requestFreshReads();
    expect(page.cookie).toContain("afterglow-fresh=1;");
    page.cookie = "";
    vi.setSystemTime(0);
    requestFreshReads();
    expect(page.cookie).toContain("afterglow-fresh=1;");
    vi.unstubAllGlobals();
  });

  it("does not reconnect when the session has ended", () => {
    link.start("ada");
    last().onopen();
    last().onclose({ code: CLOSED_SESSION_ENDED });
    expect(link.state).toBe("ended");
    link.wake();
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(1);
  });

  it("retries with back-off while the browser reports no network, and connects at once when it reports one", () => {
    link.start("ada");
    last().onopen();
    link.reconnect();
    expect(sockets[0]?.isClosed).toBe(true);
    expect(link.state).toBe("connecting");
    vi.advanceTimersByTime(backOff(0, RECONNECTS, () => 1));
    expect(sockets.length).toBe(2);
    last().onclose({ code: 1006 });
    link.wake();
    expect(sockets.length).toBe(3);
    last().onopen();
    expect(link.state).toBe("open");
  });

  it("abandons a handshake after 10 seconds and connects again after the back-off", () => {
    const onError = vi.fn();
    link.onError(onError);
    link.start("ada");
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS - 1);
    link.wake();
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([false]);
    vi.advanceTimersByTime(1);
    expect(sockets.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(onError).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(backOff(0, RECONNECTS, () => 1));
    expect(sockets.length).toBe(2);
    last().onopen();
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS);
    expect(link.state).toBe("open");
    expect(sockets.length).toBe(2);
  });

  it("dispatches frames to their subscribers, and logs unknown types", () => {
    const received = vi.fn();
    const log = vi.spyOn(console, "info").mockImplementation(() => undefined);
    const stop = onFrame("online", received);
    link.start("ada");
    last().onopen();
    last().say({ type: "online", payload: { userId: "grace" } });
    last().say({ type: "toString", payload: {} });
    last().say("{");
    stop();
    last().say({ type: "online", payload: { userId: "eve" } });
    expect(received.mock.calls).toEqual([[{ userId: "grace" }]]);
    expect(log).toHaveBeenCalledTimes(2);
  });
});

describe("the back-off", () => {
  it("doubles up to 15 seconds, with jitter", () => {
    expect([0, 1, 2, 3, 10].map((failures) => backOff(failures, RECONNECTS, () => 1))).toEqual([
      500, 1000, 2000, 4000, 15_000,
    ]);
    expect(backOff(3, RECONNECTS, () => 0)).toBe(2000);
  });
});
