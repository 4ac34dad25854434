import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { kindsOfChannel } from "~/contract/notification-settings";
import { exportAccount } from "~/domain/accounts/export-account";
import { tokenId } from "~/domain/accounts/session-token";
import { chatBindings } from "../../workers/chat-bindings";
import { insertConversation } from "../factories/conversations";
import { newSubscription, quietHours } from "../factories/push-service";
import { dataUrl, type Member, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { tokenOf } from "./sessions";

type Row = Record<string, unknown>;

/** Returns every file of a member's export with parsed rows, and the number of rows read. */
async function exported(one: Member) {
  const { ctx, cost } = contextOf({ ...one, sessionId: tokenId(tokenOf(one)) });
  const files: Record<string, Row[]> = {};
  for await (const { name, input } of await exportAccount(ctx)) {
    if (input instanceof ReadableStream) {
      files[name] = [];
      await input.cancel();
      continue;
    }
    const chunks: Uint8Array[] = [];
    if (typeof input !== "string") for await (const chunk of input) chunks.push(chunk);
    files[name] = JSON.parse(typeof input === "string" ? input : Buffer.concat(chunks).toString());
  }
  return { files, rowsRead: cost.rowsRead };
}

/** Stores messages between two members in alternating directions. */
async function talk(a: Member, b: Member, count: number): Promise<void> {
  const chats = [env.DB, ...chatBindings(env)];
  const { database } = await insertConversation(env.DB, a.id, b.id, chats);
  const statement = database.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     INSERT INTO chat_messages (conversation, sender, unread_by, client_id, content, created_at)
     SELECT c.key, iif(i % 2, c.low, c.high), iif(i % 2, c.high, c.low), randomblob(16), 'No. ' || i, 1767225600000
     FROM n, conversations c WHERE c.low_id = min(?1, ?2) AND c.high_id = max(?1, ?2)`,
  );
  await statement.bind(a.id, b.id, count).run();
}

describe("an export", () => {
  test("contains the member's data from both sides of a pair and nothing of others", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    await connect(ada, grace);
    await connect(eve, ada);
    await connect(grace, eve);
    const camera = { model: "X100", iso: 400 };
    const post = await ada.call("createPost", { body: { mediaUrl: dataUrl, caption: "Mine", camera } });
    const other = await grace.call("createPost", { body: { mediaUrl: dataUrl, caption: "Not mine" } });
    const params = { id: other.id };
    await ada.call("likePost", { params });
    await ada.call("savePost", { params });
    const { id: collectionId } = await ada.call("createCollection", { body: { name: "Dusk" } });
    await ada.call("moveSavedPosts", { body: { postIds: [other.id], collectionId } });
    const { id: commentId } = await ada.call("addComment", { params, body: { comment: "Lovely" } });
    await ada.call("likeComment", { params: { ...params, commentId } });
    await grace.call("addComment", { params: { id: post.id }, body: { comment: "Not mine" } });
    const tide = { data: `data:text/plain;base64,${btoa("the tide is out")}`, name: "tide.txt" };
    const asked = { params: { userId: ada.id }, body: { attachment: tide } };
    const { id: messageId } = await grace.call("sendMessage", asked);
    await grace.call("sendMessage", { params: { userId: eve.id }, body: { content: "Not hers" } });
    const joan = await member("joan");
    await ada.call("blockMember", { params: { userId: joan.id } });
    await ada.call("followTag", { params: { tag: "Dusk" } });
    await ada.call("dismissSuggestion", { params: { userId: joan.id } });
    await ada.call("setNotificationException", { params: { userId: grace.id }, body: { mode: "always" } });
    await ada.call("readAllNotifications");
    await ada.call("setPresence", { body: { hidden: true } });
    const device = newSubscription();
    await ada.call("turnPushOn", { body: device });
    await ada.call("setQuietHours", { body: quietHours });
    const { files } = await exported(ada);
    expect(Object.keys(files)).toEqual(
      [
        ...[
          "account",
          "posts",
          "comments",
          "likes",
          "comment-likes",
          "saved-posts",
          "collections",
          "followed-tags",
          "connections",
          "suspended-connections",
          "messages",
          "notifications",
        ],
        ...[
          "ai-images",
          "blocked",
          "muted",
          "notification-exceptions",
          "dismissed-suggestions",
          "invitations",
          "invited",
          "reports",
          "decisions",
          "appeals",
        ],
        ...["former-usernames", "email-changes", "former-emails", "sessions", "passkeys"],
        ...["push-devices", "quiet-hours", "digests"],
      ]
        .map((name) => `${name}.json`)
        .concat([`photos/${post.mediaUrl.slice(7)}.webp`, `attachments/${messageId}-tide.txt`]),
    );
    expect(files["posts.json"]).toMatchObject([
      { id: post.id, caption: "Mine", isSensitive: false, isAi: false, editedAt: null, camera },
    ]);
    expect(files["comments.json"]).toMatchObject([{ postId: other.id, comment: "Lovely" }]);
    expect(files["likes.json"]).toMatchObject([{ postId: other.id }]);
    expect(files["comment-likes.json"]).toMatchObject([{ postId: other.id, commentId }]);
    expect(files["saved-posts.json"]).toMatchObject([{ postId: other.id, collection: "Dusk" }]);
    expect(files["push-devices.json"]).toMatchObject([{ endpoint: device.endpoint, showsText: 1 }]);
    expect(files["digests.json"]).toMatchObject([{ frequency: "weekly", bounces: 0 }]);
    expect(files["quiet-hours.json"]).toMatchObject([quietHours]);
    expect(files["collections.json"]).toEqual([
      { id: collectionId, name: "Dusk", postCount: 1, coverPostId: null },
    ]);
    const sides = files["connections.json"]?.map(({ from, to }) => `${from} ${to}`).sort();
    expect(sides).toEqual([`${ada.username} ${grace.username}`, `${eve.username} ${ada.username}`]);
    expect(files["messages.json"]).toMatchObject([{ from: grace.username, to: ada.username, isRead: false }]);
    expect(files["notifications.json"]).toMatchObject([
      { type: "comment", from: grace.username, isRead: true },
    ]);
    expect(files["account.json"]).toMatchObject({
      username: ada.username,
      isEmailConfirmed: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      settings: {
        hidesOnlineStatus: true,
        hidesAiPosts: false,
        hidesFromDiscovery: false,
        keepsOriginals: false,
        sensitivePhotos: "cover",
        commentsFrom: "everyone",
        mutedWords: [],
        notifications: {
          app: kindsOfChannel("app"),
          push: kindsOfChannel("push"),
          fromConnections: false,
        },
      },
    });
    expect(files["blocked.json"]).toMatchObject([{ username: joan.username }]);
    expect(files["notification-exceptions.json"]).toMatchObject([
      { username: grace.username, mode: "always" },
    ]);
    expect(files["dismissed-suggestions.json"]).toMatchObject([{ username: joan.username }]);
    expect(files["followed-tags.json"]).toMatchObject([{ tag: "dusk" }]);
    expect(files["sessions.json"]).toHaveLength(1);
  });

  test("reads each of the member's rows once and no others", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    await connect(ada, grace);
    const alone = await exported(eve);
    await talk(ada, grace, 1_200);
    expect((await exported(eve)).rowsRead).toBe(alone.rowsRead);
    const { files, rowsRead } = await exported(ada);
    expect(files["messages.json"]?.map(({ content }) => content)).toEqual(
      Array.from({ length: 1_200 }, (_, n) => `No. ${n + 1}`),
    );
    // One read for the message with both usernames, and one for the search for attachments.
    expect(rowsRead).toBeLessThan(1_200 * 7);
  });

  test("contains every message of several conversations once, each conversation in order", async () => {
    const [ada, grace, eve] = [await member("ada"), await member("grace"), await member("eve")];
    await talk(ada, grace, 300);
    await talk(eve, ada, 700);
    await talk(grace, eve, 50);
    await talk(grace, ada, 300);
    const { files } = await exported(ada);
    const messages = files["messages.json"] ?? [];
    expect(messages).toHaveLength(1_300);
    for (const other of [grace, eve]) {
      const ids = messages
        .filter(({ from, to }) => from === other.username || to === other.username)
        .map(({ id }) => Number(id));
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(ids).toHaveLength(other === grace ? 600 : 700);
    }
  });

  test("contains the decisions that its member is shown, and no others", async () => {
    const [ada, id] = [await member("ada"), () => crypto.randomUUID()];
    const log = (action: string, decisionId = id()) =>
      env.DB.prepare(
        `INSERT INTO moderation_log (id, actor_name, action, member_id, member_name, kind, subject_id, reason, note, created_at)
         VALUES (?, 'mod', ?, ?, 'ada', 'member', '', 'spam', 'for moderators', '2026-01-01T00:00:00.000Z')`,
      ).bind(decisionId, action, ada.id);
    const warning = id();
    await env.DB.batch([log("warn", warning), log("dismiss"), log("export")]);
    await env.DB.prepare(
      "INSERT INTO appeals (decision_id, member_id, text, created_at) VALUES (?, ?, 'Please', '')",
    )
      .bind(warning, ada.id)
      .run();
    const { files } = await exported(ada);
    const decision = { id: warning, action: "warn", reason: "spam", isUndone: false, isRemoved: false };
    expect(files["decisions.json"]).toMatchObject([decision]);
    expect(files["appeals.json"]).toMatchObject([{ decisionId: warning, text: "Please", outcome: "open" }]);
    expect(JSON.stringify(files)).not.toContain("for moderators");
  });

  test("is limited to a few a minute", async () => {
    const ada = await member("ada");
    const { ctx } = contextOf({ ...ada, sessionId: tokenId(tokenOf(ada)) });
    const spent = exportAccount({ ...ctx, limits: { areOn: true, take: async (name) => name !== "export" } });
    await expect(spent).rejects.toMatchObject({ status: 429, headers: { "Retry-After": "60" } });
  });
});
