import { env, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, inject, test, vi } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import type { ClientFrame, ServerFrame } from "~/contract/channel";
import { OFFLINE_GRACE_MS } from "~/contract/limits";
import { honoPath } from "../../workers/api/call";
import { createEdge } from "../../workers/edge";
import { callStatuses, everyone, frames, otherAddresses, pages, type Who } from "../permission-matrix";
import { Tab } from "./channel";
import { Client, member, SITE } from "./client";
import { connect } from "./connect";

const dataUrl = `data:image/jpeg;base64,${inject("photos").small}`;

type Member = Awaited<ReturnType<typeof member>>;

/** Parameters and body of a call on the owner's entities, created for each caller. */
type About = (owner: Member) => Promise<{ params?: Record<string, string>; query?: string; body?: unknown }>;

const ownPost = async (owner: Member) => ({
  params: { id: (await owner.call("createPost", { body: { mediaUrl: dataUrl } })).id },
});
const ownName = async (owner: Member) => ({ params: { username: owner.username } });
const ownId = async (owner: Member) => ({ params: { userId: owner.id } });
const credentials = async (owner: Member) => ({ body: { email: owner.email, password: "sunset" } });
const ownAiImage = (owner: Member) => owner.call("generateImage", { body: { prompt: "A harbour at dusk" } });
const ownAiSource = async (owner: Member) => ({
  body: { image: (await ownAiImage(owner)).imageUrl, style: "manga" },
});
let fresh = 0;
const freshEmail = () => `fresh${++fresh}@example.com`;

/** The requests of calls that need an entity; other calls are about the caller. */
const abouts: Partial<Record<CallName, About>> = {
  // The owner's username: other callers cannot delete their account with it.
  deleteAccount: async (owner) => ({
    body: { confirmation: owner.username, currentPassword: "sunset" },
  }),
  // Shared with the owner: only a connection can.
  sharePost: async (owner) => ({ ...(await ownPost(owner)), body: { recipientId: owner.id } }),
  logIn: credentials,
  signUp: async () => ({ body: { email: freshEmail(), fullName: "New One", password: "sunset" } }),
  requestPasswordReset: credentials,
  resetPassword: async () => ({ body: { token: "guessed", password: "sunset" } }),
  confirmEmail: async () => ({ body: { token: "guessed" } }),
  undoEmailChange: async () => ({ body: { token: "guessed" } }),
  changePassword: async () => ({ body: { currentPassword: "sunset", newPassword: "sunset" } }),
  changeEmail: async () => ({ body: { email: freshEmail(), currentPassword: "sunset" } }),
  resendEmailLink: async (owner) => {
    await owner.call("changeEmail", { body: { email: freshEmail(), currentPassword: "sunset" } });
    return {};
  },

  endSession: async (owner) => {
    const other = new Client();
    await other.call("logIn", { body: { email: owner.email, password: "sunset" } });
    return { params: { id: (await other.call("listSessions"))[0]?.id ?? "" } };
  },
  setUpProfile: async () => ({ body: { bio: "My own" } }),
  readProfile: ownName,
  listProfilePosts: ownName,
  listTaggedPosts: async () => ({ params: { tag: "dusk" } }),
  searchUsers: async () => ({ query: "?q=ad" }),
  checkUsername: ownName,
  blockMember: async (owner) => ({ params: { userId: owner.id } }),
  unblockMember: async (owner) => ({ params: { userId: owner.id } }),
  report: async (owner) => ({ body: { userId: owner.id, reason: "spam" } }),
  createPost: async () => ({ body: { mediaUrl: dataUrl } }),
  readPost: ownPost,
  deletePost: ownPost,
  listMessages: ownId,
  sendMessage: async (owner) => ({ ...(await ownId(owner)), body: { content: "Hello" } }),
  readMessages: ownId,
  deleteMessage: async (owner) => {
    const friend = await member("friend");
    await connect(owner, friend);
    const { id } = await owner.call("sendMessage", {
      params: { userId: friend.id },
      body: { content: "Hi" },
    });
    return { params: { messageId: id } };
  },
  generateImage: async () => ({ body: { prompt: "A harbour at dusk" } }),
  editImage: async () => ({ body: { image: dataUrl, prompt: "warmer" } }),
  styleImage: ownAiSource,
  suggestAltText: ownAiSource,
  saveAiAddress: async (owner) => ({ body: { imageUrl: (await ownAiImage(owner)).imageUrl } }),
  saveAiImage: async (owner) => ({ params: { id: (await ownAiImage(owner)).id }, body: {} }),
  deleteAiImage: async (owner) => ({ params: { id: (await ownAiImage(owner)).id } }),
  editPost: async (owner) => ({ ...(await ownPost(owner)), body: { caption: "Changed" } }),
  likePost: ownPost,
  unlikePost: ownPost,
  savePost: ownPost,
  unsavePost: ownPost,
  listComments: ownPost,
  addComment: async (owner) => ({ ...(await ownPost(owner)), body: { comment: "Lovely" } }),
  deleteComment: async (owner) => {
    const { params } = await ownPost(owner);
    const comment = await owner.call("addComment", { params, body: { comment: "Mine" } });
    return { params: { ...params, commentId: comment.id } };
  },

  readConnectionStatus: ownId,
  requestConnection: ownId,
  cancelConnectionRequest: ownId,
  acceptConnection: async (owner) => ({ params: { fromUserId: owner.id } }),
  rejectConnection: async (owner) => ({ params: { fromUserId: owner.id } }),
  disconnect: ownId,
  readNotification: async (owner) => {
    await (await member("fan")).call("likePost", await ownPost(owner));
    return { params: { id: (await owner.call("listNotifications"))[0]?.id ?? "" } };
  },
  setPresence: async () => ({ body: { hidden: false } }),
  hideAiPosts: async () => ({ body: { hidden: false } }),
  uploadMedia: async () => {
    const body = new FormData();
    body.set("file", new Blob([Buffer.from(inject("photos").small ?? "", "base64")]), "photo.jpg");
    return { body };
  },
};

/** Creates the owner, a member related to them as `who` says, and that member's client. */
async function cast(who: Who): Promise<{ owner: Member; caller: Client; other: Member }> {
  const owner = await member("ada");
  const other = who === "owner" ? owner : await member(who);
  if (who === "connection") await connect(owner, other);
  if (who === "blocked") await owner.call("blockMember", { params: { userId: other.id } });
  return { owner, other, caller: who === "nobody" ? new Client() : other };
}

const callNames = Object.keys(calls) as CallName[];

test.each(callNames)("%s", async (name) => {
  const call: Call = calls[name];
  for (const who of everyone) {
    const { owner, caller } = await cast(who);
    const { params = {}, query = "", body } = (await abouts[name]?.(owner)) ?? {};
    const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "") + query;
    const { status } = await caller.send(call.method, path, body);
    const wanted = callStatuses[name][who] ?? (who === "nobody" ? 401 : call.status);
    expect(status, `${who} calls ${name}`).toBe(wanted);
  }
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
    for (const who of everyone) {
      const { owner, caller } = await cast(who);
      const init = path === "/ws" ? { headers: { Upgrade: "websocket", Origin: SITE } } : {};
      const { status, webSocket } = await caller.fetch(await addressOf(path, owner), init);
      webSocket?.accept();
      webSocket?.close();
      expect(status, `${who} at ${path}`).toBe(answers[who]);
    }
  });

  async function addressOf(path: string, owner: Member): Promise<string> {
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
    for (const [who, fate] of Object.entries(fates)) {
      const { owner, other } = await cast(who as Who);
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
