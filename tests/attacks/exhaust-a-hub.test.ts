import { env } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ServerFrame } from "~/contract/channel";
import {
  HUB_BYTES_UNACKNOWLEDGED,
  MESSAGE_MAX,
  OFFLINE_GRACE_MS,
  PING_EVERY_BYTES,
  SOCKET_BYTES_UNACKNOWLEDGED,
  SOCKET_IDLE_MS,
} from "~/contract/limits";
import { tokenId } from "~/domain/accounts/session-token";
import { insertMessages } from "../factories/conversations";
import { eventually, Tab } from "../workers/channel";
import { type Client, member } from "../workers/client";
import { connect, twoConnected } from "../workers/connect";
import { advance, crash, duringNextDelivery, hibernate, hub, useFakeClock } from "../workers/hubs";
import { again, tokenOf } from "../workers/sessions";

type Member = Client & { id: string };

const SIZE = 64 * 1024;

/** A frame of about 64 KB. */
const large: ServerFrame = { type: "error", payload: { message: "x".repeat(SIZE) } };

const send = async (to: Member, frames: number) => {
  for (let sent = 0; sent < frames; sent++) await hub(to).deliver([large]);
};

/** Opens a tab that sends pings and frames, but never echoes a number. */
async function deaf(one: Member): Promise<Tab> {
  const tab = await Tab.online(one);
  tab.echoes = false;
  return tab;
}

/** Removes what a tab has received. @returns its bytes, as far as they are large frames */
const received = (tab: Tab) =>
  tab.frames.splice(0).filter((frame) => frame.type === "error" && frame.payload.message.length === SIZE)
    .length * SIZE;

afterEach(() => {
  vi.useRealTimers();
});

describe("a socket that does not read", () => {
  test("gets 1 MB at most, is closed with 4408, and takes nothing from a tab that reads", async () => {
    const ada = await member("ada");
    const [reader, tab] = [await Tab.online(ada), await deaf(ada)];
    await send(ada, 20);
    expect(await tab.untilClosed()).toMatchObject({ code: 4408 });
    await eventually(async () => expect(received(tab)).toBeGreaterThan(0));
    await reader.settled();
    expect(received(reader)).toBe(20 * SIZE);
    await send(ada, 40);
    await reader.settled();
    expect(received(reader)).toBe(40 * SIZE);
    expect(received(tab)).toBe(0);
  });

  test("is not spared for its pings, its frames, or a number that it guesses", async () => {
    const ada = await member("ada");
    const tab = await deaf(ada);
    let bytes = 0;
    for (let sent = 0; sent < 20; sent++) {
      await send(ada, 1);
      if (tab.closed) break;
      tab.socket.send("ping");
      tab.send("visibility", { isVisible: true });
      tab.echo(sent);
      await tab.settled().catch(() => undefined);
      bytes += received(tab);
    }
    expect(await tab.untilClosed()).toMatchObject({ code: 4408 });
    expect(bytes).toBeLessThanOrEqual(SOCKET_BYTES_UNACKNOWLEDGED);
  });

  test("is closed with 4408 when the number is not echoed for 54 seconds", async () => {
    const ada = await member("ada");
    useFakeClock();
    const tab = await deaf(ada);
    await send(ada, PING_EVERY_BYTES / SIZE);
    await tab.receive("ping", ({ number }) => number !== undefined);
    for (let ms = 0; ms < SOCKET_IDLE_MS; ms += SOCKET_IDLE_MS / 3) {
      expect(tab.closed).toBe(null);
      tab.send("visibility", { isVisible: true });
      await tab.settled();
      await advance(ada, SOCKET_IDLE_MS / 3);
    }
    expect(await tab.untilClosed()).toEqual({ code: 4408, reason: "What was sent has not been read." });
  });

  test("is known as one after the hub was evicted: the count is stored with the socket", async () => {
    const ada = await member("ada");
    const tab = await deaf(ada);
    for (let sent = 0; sent < 20 && !tab.closed; sent++) {
      await send(ada, 1);
      await hibernate(ada);
    }
    expect(await tab.untilClosed()).toMatchObject({ code: 4408 });
  });
});

describe("the sockets of a member", () => {
  async function deafTabs(one: Member, count: number): Promise<Tab[]> {
    const tabs: Tab[] = [];
    for (let nth = 0; nth < count; nth++) tabs.push(await deaf(one));
    return tabs;
  }

  test("have 8 MB in the air at most", async () => {
    const ada = await member("ada");
    const tabs = await deafTabs(ada, 16);
    // In one event, so that no client can close its socket in between.
    await hub(ada).deliver(Array(18).fill(large));
    await Promise.all(tabs.map((tab) => tab.untilClosed()));
    const inAir = tabs.reduce((sum, tab) => sum + received(tab), 0);
    expect(inAir).toBeLessThanOrEqual(HUB_BYTES_UNACKNOWLEDGED);
    expect(inAir).toBeGreaterThan(HUB_BYTES_UNACKNOWLEDGED / 2);
  });

  test("leave no room for another one with almost as much, until a client has gone", async () => {
    const ada = await member("ada");
    const tabs = await deafTabs(ada, 14);
    await send(ada, 9);
    await expect(Tab.open(ada)).rejects.toThrow("429");
    expect(tabs.map(({ closed }) => closed)).toEqual(tabs.map(() => null));
    tabs[0]?.close();
    await eventually(async () => void (await Tab.open(ada)));
  });
});

test("a member with many long messages to sync gets all of them: the hub waits for the client to read", async () => {
  const [ada, eve] = await twoConnected("ada", "eve");
  // The longest text, at four bytes a character.
  const texts = Array.from({ length: 80 }, (_, nth) => `${nth} ${"🌅".repeat(MESSAGE_MAX - 10)}`);
  await insertMessages(env.DB, eve.id, ada.id, texts);
  const tab = await Tab.online(ada);
  const contents: string[] = [];
  let after = "0";
  for (let isDone = false; !isDone; ) {
    tab.send("sync", { after });
    const synced = await tab.receive("synced");
    const bytes = tab.frames.reduce((sum, frame) => sum + JSON.stringify(frame).length, 0);
    expect(bytes).toBeLessThan(2 * PING_EVERY_BYTES);
    contents.push(
      ...tab.frames.splice(0).flatMap(({ type, payload }) => (type === "message" ? payload.content : [])),
    );
    after = synced.after;
    isDone = !synced.more;
  }
  expect(contents).toEqual(texts);
  expect(tab.closed).toBe(null);
});

test("a hub whose account was closed in its lifetime knows its member again, and its alarms do not fail", async () => {
  useFakeClock();
  const errors = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const [ada, eve] = [await member("ada"), await member("eve")];
  await connect(ada, eve);
  const phone = await again(ada);
  const hers = await Tab.online(eve);
  // The account is closed while the hub publishes that its member is online.
  duringNextDelivery(() => hub(ada).accountClosed([tokenId(tokenOf(ada))], []));
  await (await Tab.open(ada)).untilClosed();
  await hers.receive("online");
  // The socket, which is closed, leaves a task.
  await eventually(async () => expect(await advance(ada, OFFLINE_GRACE_MS + 1)).toBe(true));
  for (let task = 0; task < 3; task++) await advance(ada, OFFLINE_GRACE_MS + 1);
  await hers.settled();
  expect(hers.frames).toEqual([]);
  expect(errors).not.toHaveBeenCalled();
  await Tab.online(phone, ada.id);
  await crash(ada);
  await advance(ada, SOCKET_IDLE_MS);
  await advance(ada, OFFLINE_GRACE_MS + 1);
  expect(await hers.receive("offline")).toEqual({ userId: ada.id });
  errors.mockRestore();
});
