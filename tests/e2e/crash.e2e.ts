import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { openLocalBindings } from "../../scripts/local-server";
import { flat } from "../factories/photos";
import { killGroup, startServer } from "./own-server";

class Writer {
  id = "";
  username = "";
  private cookie = "";
  /** Ids of posts and messages whose requests the server has answered. */
  readonly posts = new Set<string>();
  readonly messages = new Set<string>();

  constructor(private readonly origin: string) {}

  async call<T = unknown>(method: string, pathname: string, body?: unknown): Promise<T> {
    const send = () =>
      fetch(this.origin + pathname, {
        method,
        headers: { Cookie: this.cookie, Origin: this.origin, "Content-Type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    // Like a browser, because the server may close an idle connection at this moment. A killed server refuses both.
    const reply = await send().catch(send);
    const cookie = reply.headers.getSetCookie().find((one) => one.startsWith("afterglow="));
    if (cookie) this.cookie = cookie.split(";")[0] ?? "";
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${pathname} answered ${reply.status}: ${text}`);
    // The caller names the reply type of the endpoint.
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  async signUp(name: string): Promise<this> {
    const body = { email: `${name}@example.com`, fullName: name, password: "golden hour" };
    const { user } = await this.call<{ user: { id: string; username: string } }>(
      "POST",
      "/api/auth/signup",
      body,
    );
    this.id = user.id;
    this.username = user.username;
    return this;
  }

  async connectWith(other: Writer): Promise<void> {
    await this.call("POST", `/api/connections/request/${other.id}`);
    await other.call("POST", `/api/connections/accept/${this.id}`);
  }
}

/** Sends writes of all kinds, one after the other, until the server dies. */
async function writeUntilKilled(me: Writer, other: Writer, dataUrl: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    const { id } = await me.call<{ id: string }>("POST", "/api/posts", {
      mediaUrl: dataUrl,
      caption: "#dusk",
    });
    me.posts.add(id);
    const sent = { clientId: crypto.randomUUID(), content: "Look", attachment: { data: dataUrl } };
    await me.call("POST", `/api/chat/messages/${other.id}`, sent);
    me.messages.add(sent.clientId);
    for (const post of [...other.posts].slice(-2)) {
      await me.call("POST", `/api/posts/${post}/like`).catch(ignoreNotFound);
      await me
        .call<{ id: string }>("POST", `/api/posts/${post}/comment`, { comment: `Lovely, @${other.username}` })
        .then(({ id: parentId }) =>
          me.call("POST", `/api/posts/${post}/comment`, { comment: "Again", parentId }),
        )
        .catch(ignoreNotFound);
    }
    if (turn % 2 === 0) {
      // Either outcome is valid from the moment the deletion is requested.
      me.posts.delete(id);
      await me.call("DELETE", `/api/posts/${id}`);
    }
  }
}

/** Ignores a 404: the post may have been deleted in the meantime. */
function ignoreNotFound(error: unknown): void {
  if (!String(error).includes("answered 404")) throw error;
}

/** Queries that must return no rows after a crash, by the violation they find. */
const violations = {
  "a count is off": `
    SELECT id FROM posts p WHERE like_count <> (SELECT count(*) FROM post_likes WHERE post = p.key AND liked_at IS NOT NULL)
      OR comment_count <> (SELECT count(*) FROM post_comments WHERE post = p.key)
    UNION ALL SELECT id FROM post_comments c
      WHERE like_count <> (SELECT count(*) FROM comment_likes l WHERE l.post = c.post AND l.comment = c.id)
        OR reply_count <> (SELECT count(*) FROM post_comments r WHERE r.post = c.post AND r.parent_id = c.id)
    UNION ALL SELECT id FROM users u WHERE post_count <> (SELECT count(*) FROM posts WHERE user_id = u.id)
      OR follower_count <> (SELECT count(*) FROM connection_sides WHERE member = u.key AND accepted = 1 AND sent = 0)
      OR following_count <> (SELECT count(*) FROM connection_sides WHERE member = u.key AND accepted = 1 AND sent = 1)`,
  "a post has no photo": "SELECT id FROM posts WHERE media_id NOT IN (SELECT id FROM media)",
  "a post lacks its tags": "SELECT id FROM posts WHERE id NOT IN (SELECT post_id FROM post_hashtags)",
  "a message has half its file": `
    SELECT id FROM chat_messages WHERE attachment_media_id IS NULL OR attachment_type IS NULL
      OR attachment_media_id NOT IN (SELECT id FROM media)`,
  "a message is stored twice": "SELECT client_id FROM chat_messages GROUP BY client_id HAVING count(*) > 1",
  "a comment has no notification": `
    SELECT c.id FROM post_comments c JOIN posts p ON p.key = c.post WHERE NOT EXISTS
      (SELECT 1 FROM notices n WHERE n.type = 'comment' AND n.post_id = p.id AND n.sender = c.member)`,
  "a foreign key has no parent row": "SELECT * FROM pragma_foreign_key_check",
};

/** A worker that returns the keys of all stored files. */
const lister = `export default { async fetch(request, env) {
  const names = [];
  for (let cursor; ; ) {
    const page = await env.MEDIA.list({ cursor });
    names.push(...page.objects.map(({ key }) => key));
    if (!page.truncated) return Response.json(names);
    cursor = page.cursor;
  }
} }`;

test("writes are atomic when the server is killed @desktop @all", async () => {
  const state = mkdtempSync(path.join(tmpdir(), "afterglow-kill-"));
  const dataUrl = `data:image/jpeg;base64,${(await flat("jpeg", [200, 120, 60])).toString("base64")}`;
  const server = await startServer(state);
  const signUp = (name: string) => new Writer(server.origin).signUp(name);
  try {
    const writers = await Promise.all(["ada", "grace", "eve", "joan"].map(signUp));
    const pairs = writers.map((one, at) => [one, writers[at ^ 1] ?? one] as const);
    for (const [one, other] of pairs.filter((_, at) => at % 2 === 0)) await one.connectWith(other);
    // The account of the first one is deleted before the kill, that of the second one at the same time.
    const deleters = await Promise.all(["dora", "dina"].map(signUp));
    const photos = new Map<Writer, string[]>();
    for (const one of deleters) {
      const posted: string[] = [];
      for (let n = 0; n < 3; n++) {
        const post = { mediaUrl: dataUrl, caption: "#bye" };
        const { mediaUrl } = await one.call<{ mediaUrl: string }>("POST", "/api/posts", post);
        posted.push(mediaUrl.slice("/media/".length));
      }
      photos.set(one, posted);
    }
    const writing = pairs.map(([one, other]) =>
      writeUntilKilled(one, other, dataUrl).catch((error: unknown) => error),
    );
    await expect
      .poll(() => writers.reduce((sum, { messages }) => sum + messages.size, 0))
      .toBeGreaterThan(2 * writers.length);
    const [deleted, deleting] = deleters.map((one) =>
      one.call("DELETE", "/api/account", {
        confirmation: one.username,
        currentPassword: "golden hour",
      }),
    );
    await deleted;
    killGroup(server.process);
    await deleting?.catch(() => undefined);
    for (const ended of await Promise.all(writing))
      expect(String(ended)).toMatch(/fetch failed|terminated|other side closed/);

    const local = await openLocalBindings(state, lister);
    const files = new Set<string>(await (await local.fetch("/", "")).json());
    const rowsOf = async (query: string) => (await local.db.prepare(query).all<{ id: string }>()).results;
    for (const [violation, query] of Object.entries(violations))
      expect(await rowsOf(query), violation).toEqual([]);
    const ids = async (query: string) => new Set((await rowsOf(query)).map(({ id }) => id));
    const posts = await ids("SELECT id FROM posts");
    const messages = await ids("SELECT lower(hex(client_id)) AS id FROM chat_messages");
    for (const writer of writers) {
      for (const id of writer.posts) expect(posts.has(id), "an acknowledged post").toBe(true);
      for (const id of writer.messages)
        expect(messages.has(id.replaceAll("-", "")), "an acknowledged message").toBe(true);
    }
    for (const { id } of await rowsOf("SELECT media_id AS id FROM posts"))
      expect(files.has(`photos/${id}/full.webp`), "a post's photo").toBe(true);
    for (const { id } of await rowsOf("SELECT attachment_media_id AS id FROM chat_messages"))
      expect(files.has(`attachments/${id}/full`), "a message's file").toBe(true);
    const waiting = await ids("SELECT media_id AS id FROM media_removals");
    for (const one of deleters) {
      const left = await rowsOf(`SELECT id FROM posts WHERE user_id = '${one.id}'`);
      const exists = (await rowsOf(`SELECT id FROM users WHERE id = '${one.id}'`)).length === 1;
      expect(left.length, "posts of the member who deletes the account").toBe(exists ? 3 : 0);
      if (one === deleters[0]) expect(exists).toBe(false);
      for (const id of exists ? [] : (photos.get(one) ?? [])) {
        const isDeleted = !files.has(`photos/${id}/full.webp`);
        expect(
          isDeleted || waiting.has(id),
          "a photo of a deleted account is deleted or queued for the next sweep",
        ).toBe(true);
      }
    }
    await local.close();
  } finally {
    killGroup(server.process);
    rmSync(state, { recursive: true, force: true });
  }
});
