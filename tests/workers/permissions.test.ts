import { env, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Call, calls } from "~/contract/calls";
import { isMembersOnly, statusOf } from "~/contract/calls/call";
import type { ClientFrame, ServerFrame } from "~/contract/channel";
import { OFFLINE_GRACE_MS } from "~/contract/limits";
import { honoPath } from "../../workers/api/call";
import { createEdge } from "../../workers/edge";
import { callStatuses, everyone, frames, otherAddresses, pages } from "../permission-matrix";
import { Tab } from "./channel";
import { Client, dataUrl, errorOf, type Member, member, SITE } from "./client";
import { connect } from "./connect";
import { type Cast, callNames, cast, requestOf } from "./permission-requests";
import { silenceHubs } from "./quiet-hubs";

describe("calls", () => {
  silenceHubs();

  test.each(callNames)("%s", async (name) => {
    const call: Call = calls[name];
    const members = await cast();
    const callers = { ...members, nobody: new Client() };
    const reading = call.method === "GET" ? await requestOf(name, members.owner) : null;
    for (const who of everyone) {
      const { path, body } = reading ?? (await requestOf(name, members.owner));
      const { status } = await callers[who].send(call.method, path, body);
      const wanted = callStatuses[name][who] ?? (who === "nobody" ? 401 : statusOf(call));
      expect(status, `${who} calls ${name}`).toBe(wanted);
      if (who !== "nobody" || !isMembersOnly(call)) continue;
      // Before the path, the cursor and the body are parsed.
      const broken = `${call.path.replace(/\{\w+\}/g, "x")}?cursor=nonsense`;
      const reply = await callers.nobody.send(call.method, broken, call.body ? {} : undefined);
      expect((await errorOf(reply)).status).toBe(401);
    }
  });
});

describe("paths other than calls and pages", () => {
  test("are all in the matrix", () => {
    const edge = createEdge(async (c) => c.text("a page"));
    const known = new Set([
      // Paths that go to the pages, and wildcards of middleware and error handlers.
      ...["/*", "*", "/api/*", "/media/*"],
      ...Object.values(calls).map(({ path }) => honoPath(path)),
      ...Object.keys(otherAddresses),
      ...Object.keys(pages),
    ]);
    const paths = edge.routes.map(({ path }) => path.replace(/\{.*?\}(?=\/|$)/g, "").replace(/\.data$/, ""));
    expect(paths.filter((path) => !known.has(path))).toEqual([]);
    expect(Object.keys(otherAddresses).filter((path) => !paths.includes(path))).toEqual([]);
  });

  test.each(Object.entries(otherAddresses))("%s", async (path, answers) => {
    const members = await cast();
    const callers = { ...members, nobody: new Client() };
    const address = await addressOf(path, members.owner);
    const init = path === "/ws" ? { headers: { Upgrade: "websocket", Origin: SITE } } : {};
    for (const who of everyone) {
      const { status, webSocket } = await callers[who].fetch(address, init);
      webSocket?.accept();
      webSocket?.close();
      expect(status, `${who} at ${path}`).toBe(answers[who]);
    }
  });

  async function addressOf(path: string, owner: Member): Promise<string> {
    if (path === "/site/:file") return "/site/manifest.webmanifest";
    if (path.startsWith("/site/icon/")) return `/site/icon/${crypto.randomUUID()}/32.png`;
    if (path.startsWith("/media/")) {
      const { mediaUrl } = await owner.call("createPost", { body: { mediaUrl: dataUrl } });
      return path.replace("/media/:id", mediaUrl).replace(":variant", "feed");
    }
    if (!path.includes(":messageId")) return path;
    const friend = await member("friend");
    await connect(owner, friend);
    const body = { content: "For you", attachment: { data: dataUrl } };
    const sent = await owner.call("sendMessage", { params: { userId: friend.id }, body });
    return path.replace(":messageId", sent.id);
  }
});

describe("frames about the owner", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const payloadOf: Partial<Record<ClientFrame["type"], (owner: Member) => object>> = {
    visibility: () => ({ isVisible: false }),
    echo: () => ({ number: 1 }),
    typing: (owner) => ({ receiverId: owner.id }),
    read: (owner) => ({ senderId: owner.id }),
    message: (owner) => ({ receiverId: owner.id, content: "Hello" }),
    like_update: () => ({ postId: "p", count: 1000 }),
    comment_update: () => ({ postId: "p", count: 1000 }),
    notification: (owner) => ({ type: "like", toUserId: owner.id, entityId: "p" }),
    connection_status: (owner) => ({ toUserId: owner.id, status: "accepted" }),
    share_post: (owner) => ({ toUserId: owner.id, postId: "p" }),
  };

  test.each(Object.entries(frames))("%s", async (name, fates) => {
    // The keys of the record are the types of the protocol.
    const type = name as ClientFrame["type"];
    const members = await cast();
    const { owner } = members;
    for (const [who, fate] of Object.entries(fates)) {
      const other = members[who as keyof Cast];
      const hers = await Tab.online(owner);
      const his = await Tab.open(other);
      if (type === "offline") {
        his.send("online", {});
        await his.receive("online-users");
        vi.useFakeTimers({ toFake: ["Date"] });
      }
      his.send(type, payloadOf[type]?.(owner) ?? {});
      if (type === "offline") {
        await his.settled();
        vi.setSystemTime(Date.now() + OFFLINE_GRACE_MS + 1);
        await runDurableObjectAlarm(env.USER_HUB.getByName(other.id));
      }
      if (fate === "refused") await his.receive("error", (error) => error.type === type);
      // Client and server frames have the same type names.
      if (fate === "delivered") await hers.receive(type as ServerFrame["type"]);
      await his.settled();
      expect(
        his.frames.filter((frame) => frame.type === "error"),
        `${who} sends ${type}`,
      ).toEqual([]);
      await hers.settled();
      const forwarded = hers.frames.filter((frame) => frame.type === type).length;
      expect(forwarded, `${who} sends ${type}`).toBe(0);
      hers.close();
      his.close();
      vi.useRealTimers();
    }
  });
});
