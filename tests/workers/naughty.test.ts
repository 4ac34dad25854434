import naughty from "big-list-of-naughty-strings";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { errorBody } from "~/contract/errors";
import {
  ALT_TEXT_MAX,
  BIO_MAX,
  COMMENT_MAX,
  FULL_NAME_MAX,
  LOCATION_MAX,
  MESSAGE_MAX,
  REPORT_DETAILS_MAX,
} from "~/contract/limits";
import type { PostView } from "~/contract/posts";
import { cleanLine, cleanText, isBlank, visibleLength } from "~/contract/visible-text";
import { Client, dataUrl, errorOf, type Member, member } from "./client";
import { connect } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/** A third of the list, or all of it with `--all`. */
const listed = naughty.filter((_, index) => inject("isEverywhere") || index % 3 === 0);
/** With strings that the list lacks: a lone surrogate, NUL, and characters that do not show. */
const strings = [...listed, "half \ud83d a character", "a\u0000b", "\ufeffmarked", "a\u202eb", "\u200b"];
/** Each string goes to one of six fields, which all use one function (tests/unit/contract/visible-text.test.ts). */
const sixth = (first: number) => strings.filter((_, index) => index % 6 === first);
/** For calls that hash a password, which is slow on purpose. */
const some = strings.filter((_, index) => index % 16 === 0);

const wordsOf = ({ caption, location, altText }: PostView) => [caption, location, altText].map(shown);

/** Returns a text as it is stored: cleaned, and UTF-8 has no lone surrogates (app/contract/json.ts). */
const kept = (text: string) => cleanText(text.replace(/\p{Surrogate}/gu, "\ufffd"));
const keptLine = (text: string) => cleanLine(text.replace(/\p{Surrogate}/gu, "\ufffd"));

/** Returns a text for failure messages: a lone surrogate would break the reporter. */
const shown = (text: string) => JSON.stringify(text);

async function each(texts: string[], run: (text: string, at: number) => Promise<void>): Promise<void> {
  for (const [at, text] of texts.entries()) await run(text, at);
}

/** Puts each text in another field in turn. */
const inTurn = <T>(places: T[], at: number) => places.filter((_, place) => place % 6 === at % 6);

let ada: Member;
let grace: Member;
let post: PostView;

beforeAll(async () => {
  [ada, grace] = [await member("ada"), await member("grace")];
  await connect(ada, grace);
  post = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
});

describe("naughty strings are stored and returned, cleaned of what does not show", () => {
  test("as caption, location and alt text", async () => {
    const { mediaUrl } = post;
    await each(sixth(0), async (text, at) => {
      const [location, altText] = [text.slice(0, LOCATION_MAX), text.slice(0, ALT_TEXT_MAX)];
      const sent = await ada.call("createPost", { body: { mediaUrl, caption: text, location, altText } });
      const words = [kept(text), keptLine(location), kept(altText)].map(shown);
      expect(wordsOf(sent), shown(text)).toEqual(words);
      if (at % 4 > 0) return;
      expect(wordsOf(await ada.call("readPost", { params: { id: sent.id } })), shown(text)).toEqual(words);
    });
  });

  test("as comment, trimmed", async () => {
    const texts = sixth(1);
    await each(texts, async (text) => {
      const reply = await ada.send("POST", `/api/posts/${post.id}/comment`, { comment: text });
      expect(reply.status, shown(text)).toBe(isBlank(text) ? 422 : 201);
    });
    const stored: string[] = [];
    for (let next = `/api/posts/${post.id}/comments?limit=50`; next; ) {
      const reply = await ada.fetch(next);
      for (const { comment } of await reply.json<{ comment: string }[]>()) stored.push(comment);
      next = /<(.*)>/.exec(reply.headers.get("Link") ?? "")?.[1] ?? "";
    }
    const sent = texts.map((text) => kept(text).trim()).filter((text) => text !== "");
    expect(stored.sort()).toEqual(sent.sort());
    expect(COMMENT_MAX).toBeGreaterThan(Math.max(...sent.map((text) => text.length)));
  });

  test("as message and as the name of a file", async () => {
    const data = Buffer.from("A plain text.").toString("base64");
    await each(sixth(2), async (text) => {
      const sent = await ada.send("POST", `/api/chat/messages/${grace.id}`, {
        content: text,
        clientId: text,
      });
      // A `clientId` must not be empty.
      const clientId = text.length >= 1 && [...text].length <= 64;
      expect(sent.status, shown(text)).toBe(clientId && !isBlank(text) ? 201 : 422);
    });
    await each(some, async (text) => {
      const name = text.slice(0, 200);
      const { attachment } = await ada.call("sendMessage", {
        params: { userId: grace.id },
        body: { content: text, attachment: { data, name } },
      });
      const file = await grace.fetch(attachment?.url ?? "");
      expect(file.status).toBe(200);
      expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename\*=UTF-8''[\w%.~!-]*$/);
    });
    expect(MESSAGE_MAX).toBeGreaterThan(1000);
  });

  test("as the new text of a message and of a comment", async () => {
    const { id: messageId } = await ada.call("sendMessage", {
      params: { userId: grace.id },
      body: { content: "Hello" },
    });
    const params = { id: post.id };
    const { id: commentId } = await ada.call("addComment", { params, body: { comment: "Hello" } });
    await each(some, async (text) => {
      const edits = [
        await ada.send("PATCH", `/api/chat/message/${messageId}`, { content: text }),
        await ada.send("PATCH", `/api/posts/${post.id}/comments/${commentId}`, { comment: text }),
      ];
      for (const reply of edits) expect(reply.status, shown(text)).toBe(isBlank(text) ? 422 : 200);
      const reaction = await grace.send("POST", `/api/chat/message/${messageId}/reaction`, { emoji: text });
      expect([200, 422], shown(text)).toContain(reaction.status);
    });
    const last = some.findLast((text) => !isBlank(text)) ?? "";
    const [message] = (await ada.call("listMessages", { params: { userId: grace.id } })).filter(
      ({ id }) => id === messageId,
    );
    expect(message?.content).toBe(kept(last).trim());
    await ada.call("deleteComment", { params: { ...params, commentId } });
  });

  test("as bio, report, full name and prompt", async () => {
    await each(sixth(3), async (text, at) => {
      const bio = text.slice(0, BIO_MAX);
      expect((await ada.call("setUpProfile", { body: { bio } })).user.bio).toBe(kept(bio));
      if (at % 4 > 0) return;
      expect((await ada.call("me")).user.bio).toBe(kept(bio));
      const details = text.slice(0, REPORT_DETAILS_MAX);
      await ada.call("report", { body: { userId: grace.id, reason: "other", details } });
    });
    await each(some, async (text) => {
      const caller = await member("prompt");
      const prompt = await caller.send("POST", "/api/ai/generate", { prompt: text });
      expect(prompt.status, shown(text)).toBe(kept(text).trim().length < 3 ? 422 : 201);
      if (prompt.status !== 201) return;
      expect((await caller.call("listAiImages"))[0]?.prompt).toBe(kept(text).trim());
    });
    await each(some, async (text) => {
      const fullName = text.slice(0, FULL_NAME_MAX);
      const body = { fullName, email: `${crypto.randomUUID()}@example.com`, password: "golden hour" };
      const newcomer = new Client();
      const reply = await newcomer.send("POST", "/api/auth/signup", body);
      expect(reply.status, shown(text)).toBe(visibleLength(keptLine(fullName)) < 2 ? 422 : 201);
      if (reply.status !== 201) return;
      expect((await newcomer.call("me")).user.fullName).toBe(keptLine(fullName).trim());
    });
  });
});

describe("naughty strings are refused with a message where they are invalid", () => {
  test("as username, email and token", async () => {
    const caller = await member("named");
    await each(sixth(4), async (text, at) => {
      const named = await caller.send("POST", "/api/users/profile-setup", { username: text });
      expect([200, 409, 422], shown(text)).toContain(named.status);
      expect(/^[\w.]{3,30}$/.test(text), shown(text)).toBe(named.status !== 422);
      for (const path of inTurn(
        ["forgot-password", "reset-password", "confirm-email", "undo-email", "secure-account", "login"],
        at,
      )) {
        const body = { email: text, token: text, password: "moonrise" };
        expect(await errorOf(await new Client().send("POST", `/api/auth/${path}`, body)), path).toMatchObject(
          {
            status: 422,
          },
        );
      }
    });
    await each(some, async (text) => {
      const body = { email: ada.email, password: text };
      const reply = await new Client().send("POST", "/api/auth/login", body);
      expect(reply.status, shown(text)).toBe(text.length < 6 ? 422 : 401);
    });
  });

  test("as muted word, which its own form unmutes", async () => {
    const caller = await member("muter");
    await each(sixth(5), async (text) => {
      const word = [...text].slice(0, 50).join("");
      const reply = await caller.send("POST", "/api/mutes/words", { word });
      expect([200, 422], shown(text)).toContain(reply.status);
      if (reply.status !== 200) return;
      const { words } = await reply.json<{ words: string[] }>();
      expect(words, shown(text)).toHaveLength(1);
      const path = `/api/mutes/words/${encodeURIComponent(words[0] ?? "")}`;
      expect((await caller.send("DELETE", path)).status, shown(text)).toBe(204);
      expect((await caller.call("listMutes")).words, shown(text)).toEqual([]);
    });
  });

  test("as query, cursor, and part of a path", async () => {
    const paths = [
      (text: string) => `/api/users/search?q=${text}`,
      (text: string) => `/api/tags/search?q=${text}`,
      (text: string) => `/api/posts/search?q=${text}&cursor=`,
      (text: string) => `/api/feed?cursor=${text}&limit=${text}`,
      (text: string) => `/api/posts/saved?cursor=${text}`,
      (text: string) => `/api/notifications?cursor=${text}`,
      (text: string) => `/api/notifications/groups?cursor=${text}`,
      (text: string) => `/api/ai/images?cursor=${text}`,
      (text: string) => `/api/chat/messages/${grace.id}?cursor=${text}`,
      (text: string) => `/api/chat/attachments/${text}?size=${text}`,
      (text: string) => `/api/chat/search?q=${text}`,
      (text: string) => `/api/chat/messages/${grace.id}/search?q=${text}`,
      (text: string) => `/api/posts/${post.id}/comments?parent=${text}`,
      (text: string) => `/api/users/profile/${text}`,
      (text: string) => `/api/users/username/${text}`,
      (text: string) => `/api/posts/${text}`,
      (text: string) => `/api/posts/previews?ids=${text}`,
      (text: string) => `/api/connections/status/${text}`,
      (text: string) => `/media/${text}`,
    ];
    await each(sixth(0), async (text, at) => {
      for (const path of inTurn(paths, at)) {
        const address = path(encodeURIComponent(kept(text)));
        const reply = await ada.fetch(address);
        expect([200, 400, 404, 422], address).toContain(reply.status);
        expect(reply.headers.get("Content-Type"), address).toMatch(/^application\/json/);
        if (reply.status !== 200) errorBody.parse(await reply.json());
      }
    });
  });
});
