import { expect, inject, test } from "vitest";
import { type Call, type CallName, calls } from "~/contract/calls";
import { Client, member } from "./client";
import { connect } from "./connect";

const dataUrl = `data:image/jpeg;base64,${inject("photos").small}`;

type Member = Awaited<ReturnType<typeof member>>;

/** Owner of what a call is about, someone connected to them, someone who is not, someone they blocked, and a visitor. */
const everyone = ["nobody", "stranger", "connection", "blocked", "owner"] as const;
type Who = (typeof everyone)[number];

interface Rule {
  /** The path's parameters and the body, of things that are the owner's; made anew for each caller. */
  about?: (owner: Member) => Promise<{ params?: Record<string, string>; query?: string; body?: unknown }>;
  /** The status each one gets, where it is not the call's own; `nobody` is 401 unless said otherwise. */
  refused?: { [who in Who]?: number };
}

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

const onPost: Rule = { about: ownPost, refused: { blocked: 404 } };
const withOwner = (param: string): Rule => ({
  about: async (owner) => ({ params: { [param]: owner.id } }),
  refused: { owner: 422, blocked: 404 },
});

/** Who may do what. A call that is not in here does not compile, and fails the first test. */
const rules: Record<CallName, Rule> = {
  me: {},
  logIn: { about: credentials, refused: { nobody: 200 } },
  signUp: {
    about: async () => ({ body: { email: freshEmail(), fullName: "New One", password: "sunset" } }),
    refused: { nobody: 201 },
  },
  logOut: { refused: { nobody: 204 } },
  requestPasswordReset: { about: credentials, refused: { nobody: 200 } },
  resetPassword: {
    about: async () => ({ body: { token: "guessed", password: "sunset" } }),
    refused: { nobody: 422, stranger: 422, connection: 422, blocked: 422, owner: 422 },
  },
  changePassword: { about: async () => ({ body: { currentPassword: "sunset", newPassword: "sunset" } }) },
  changeEmail: { about: async () => ({ body: { email: freshEmail(), currentPassword: "sunset" } }) },
  deleteAccount: {
    // The owner's name: nobody else can delete anything with it.
    about: async (owner) => ({ body: { confirmation: owner.username, currentPassword: "sunset" } }),
    refused: { stranger: 422, connection: 422, blocked: 422 },
  },
  listSessions: {},
  endOtherSessions: {},
  endSession: {
    about: async (owner) => {
      const other = new Client();
      await other.call("logIn", { body: { email: owner.email, password: "sunset" } });
      return { params: { id: (await other.call("listSessions"))[0]?.id ?? "" } };
    },
    refused: { stranger: 404, connection: 404, blocked: 404 },
  },
  setUpProfile: { about: async () => ({ body: { bio: "My own" } }) },
  readProfile: { about: ownName, refused: { blocked: 404 } },
  listProfilePosts: { about: ownName, refused: { blocked: 404 } },
  searchUsers: { about: async () => ({ query: "?q=ad" }) },
  checkUsername: { about: ownName },
  listBlocked: {},
  blockMember: { about: async (owner) => ({ params: { userId: owner.id } }), refused: { owner: 422 } },
  unblockMember: { about: async (owner) => ({ params: { userId: owner.id } }) },
  report: {
    about: async (owner) => ({ body: { userId: owner.id, reason: "spam" } }),
    refused: { owner: 422 },
  },
  readFeed: {},
  createPost: { about: async () => ({ body: { mediaUrl: dataUrl } }) },
  listSavedPosts: {},
  readPost: onPost,
  deletePost: { about: ownPost, refused: { stranger: 403, connection: 403, blocked: 403 } },
  listChats: {},
  countUnreadMessages: {},
  listMessages: { about: ownId, refused: { blocked: 404 } },
  sendMessage: {
    about: async (owner) => ({ ...(await ownId(owner)), body: { content: "Hello" } }),
    // The owner writes to herself here.
    refused: { stranger: 403, blocked: 403, owner: 403 },
  },
  readMessages: { about: ownId },
  deleteMessage: {
    about: async (owner) => {
      const friend = await member("friend");
      await connect(owner, friend);
      const { id } = await owner.call("sendMessage", {
        params: { userId: friend.id },
        body: { content: "Hi" },
      });
      return { params: { messageId: id } };
    },
    refused: { stranger: 404, connection: 404, blocked: 404 },
  },
  generateImage: { about: async () => ({ body: { prompt: "A harbour at dusk" } }) },
  editImage: { about: async () => ({ body: { image: dataUrl, prompt: "warmer" } }) },
  styleImage: { about: ownAiSource, refused: { stranger: 422, connection: 422, blocked: 422 } },
  suggestAltText: { about: ownAiSource, refused: { stranger: 422, connection: 422, blocked: 422 } },
  listAiImages: {},
  saveAiAddress: {
    about: async (owner) => ({ body: { imageUrl: (await ownAiImage(owner)).imageUrl } }),
    refused: { stranger: 422, connection: 422, blocked: 422 },
  },
  saveAiImage: {
    about: async (owner) => ({ params: { id: (await ownAiImage(owner)).id }, body: {} }),
    refused: { stranger: 404, connection: 404, blocked: 404 },
  },
  deleteAiImage: {
    about: async (owner) => ({ params: { id: (await ownAiImage(owner)).id } }),
    refused: { stranger: 404, connection: 404, blocked: 404 },
  },
  editPost: {
    about: async (owner) => ({ ...(await ownPost(owner)), body: { caption: "Changed" } }),
    refused: { stranger: 403, connection: 403, blocked: 403 },
  },
  likePost: onPost,
  unlikePost: onPost,
  savePost: onPost,
  unsavePost: onPost,
  listComments: onPost,
  addComment: {
    about: async (owner) => ({ ...(await ownPost(owner)), body: { comment: "Lovely" } }),
    refused: { blocked: 404 },
  },
  deleteComment: {
    about: async (owner) => {
      const { params } = await ownPost(owner);
      const comment = await owner.call("addComment", { params, body: { comment: "Mine" } });
      return { params: { ...params, commentId: comment.id } };
    },
    refused: { stranger: 403, connection: 403, blocked: 403 },
  },
  sharePost: {
    // To the owner: only a connection of theirs can.
    about: async (owner) => ({ ...(await ownPost(owner)), body: { recipientId: owner.id } }),
    refused: { stranger: 403, owner: 403, blocked: 404 },
  },
  listConnections: {},
  readStories: {},
  readConnectionStatus: withOwner("userId"),
  requestConnection: withOwner("userId"),
  cancelConnectionRequest: withOwner("userId"),
  acceptConnection: withOwner("fromUserId"),
  rejectConnection: withOwner("fromUserId"),
  disconnect: withOwner("userId"),
  listNotifications: {},
  countUnreadNotifications: {},
  readAllNotifications: {},
  readNotification: {
    about: async (owner) => {
      await (await member("fan")).call("likePost", await ownPost(owner));
      return { params: { id: (await owner.call("listNotifications"))[0]?.id ?? "" } };
    },
    refused: { stranger: 404, connection: 404, blocked: 404 },
  },
  setPresence: { about: async () => ({ body: { hidden: false } }) },
  uploadMedia: {
    about: async () => {
      const body = new FormData();
      body.set("file", new Blob([Buffer.from(inject("photos").small ?? "", "base64")]), "photo.jpg");
      return { body };
    },
  },
};

test("every call has its rule", () => {
  expect(Object.keys(rules).sort()).toEqual(Object.keys(calls).sort());
});

test.each(Object.entries(rules))(
  "%s",
  async (name, { about, refused = {} }) => {
    const call: Call = calls[name as CallName];
    for (const who of everyone) {
      const owner = await member("ada");
      const other = await member(who);
      const caller = who === "owner" ? owner : who === "nobody" ? new Client() : other;
      if (who === "connection") await connect(owner, other);
      if (who === "blocked") await owner.call("blockMember", { params: { userId: other.id } });
      const { params = {}, query = "", body } = (await about?.(owner)) ?? {};
      const path = call.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "") + query;
      const { status } = await caller.send(call.method, path, body);
      expect(status, `${who} calls ${name}`).toBe(refused[who] ?? (who === "nobody" ? 401 : call.status));
    }
  },
  20_000,
);
