import { readFileSync } from "node:fs";
import path from "node:path";
import { serialize } from "node:v8";
import { expect, test } from "vitest";
import {
  HUB_BYTES_IN_FLIGHT,
  HUB_BYTES_UNACKNOWLEDGED,
  PING_EVERY_BYTES,
  SOCKET_BYTES_UNACKNOWLEDGED,
  SOCKET_IDLE_MS,
} from "~/contract/limits";
import { projectRoot } from "../../../scripts/local-state";
import { CACHE_MAX_CHARACTERS, KEPT_MAX_CHARACTERS } from "../../../workers/hub/cached-values";
import { SendWindows } from "../../../workers/hub/send-windows";
import type { SocketAttachment } from "../../../workers/hub/socket-attachment";

const MB = 1024 * 1024;

/** Memory of an isolate (https://developers.cloudflare.com/workers/platform/limits/#memory). */
const ISOLATE = 128 * MB;
/** Largest attachment of a socket (https://developers.cloudflare.com/durable-objects/best-practices/websockets/). */
const ATTACHMENT = 16_384;

test("the largest attachment of a socket is one that Cloudflare stores", () => {
  const asked = Array.from({ length: SOCKET_BYTES_UNACKNOWLEDGED / PING_EVERY_BYTES + 1 }, () => ({
    number: 2 ** 32 - 1,
    sent: Number.MAX_SAFE_INTEGER,
  }));
  const attachment: SocketAttachment = {
    sessionId: "f".repeat(64),
    expiresAt: Number.MAX_SAFE_INTEGER,
    lastFrameAt: Number.MAX_SAFE_INTEGER,
    openedAt: Number.MAX_SAFE_INTEGER,
    frames: Number.MAX_SAFE_INTEGER,
    away: false,
    hidden: false,
    closed: false,
    bucket: { tokens: Math.PI, updatedAt: Number.MAX_SAFE_INTEGER },
    // With a letter outside Latin-1 each takes two bytes.
    kept: "☃".repeat(KEPT_MAX_CHARACTERS),
    window: {
      sent: Number.MAX_SAFE_INTEGER,
      acknowledged: Number.MAX_SAFE_INTEGER,
      asked,
      since: Number.MAX_SAFE_INTEGER,
    },
  };
  expect(serialize(attachment).byteLength).toBeLessThan(ATTACHMENT);
});

test("docs/scale.md says how many hubs share an isolate", () => {
  // Two bytes a character, and the rows of which a finished reply was made beside the reply.
  const values = 2 * 2 * CACHE_MAX_CHARACTERS;
  const largest = values + HUB_BYTES_IN_FLIGHT + HUB_BYTES_UNACKNOWLEDGED;
  const mb = (bytes: number) => Math.round(bytes / MB);
  const text = readFileSync(path.join(projectRoot, "docs/scale.md"), "utf8").replaceAll(/\s+/g, " ");
  expect(text).toContain(
    `A hub holds at most ${mb(values)} MB of values, ${mb(HUB_BYTES_IN_FLIGHT)} MB of frames from its member and ${mb(HUB_BYTES_UNACKNOWLEDGED)} MB of frames that the member's browsers have not read`,
  );
  expect(text).toContain(
    `${Math.floor(ISOLATE / largest)} hubs that reach all three fill an isolate, and ${Math.floor(ISOLATE / values)} that hold values alone`,
  );
});

test("a client that owes an echo is late from the first number on, however much follows", () => {
  const socket = {} as WebSocket;
  const windows = new SendWindows({ list: () => [socket], load: () => undefined, store: () => undefined });
  for (const now of [1000, 2000]) {
    expect(windows.admit(socket, "x".repeat(PING_EVERY_BYTES))).toBe(true);
    expect(windows.ask(socket, now)).not.toBeNull();
  }
  expect(windows.deadline(socket)).toBe(1000 + SOCKET_IDLE_MS);
});
