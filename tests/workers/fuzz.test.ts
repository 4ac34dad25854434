import { env } from "cloudflare:test";
import fc, { type Arbitrary } from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { z } from "zod";
import { type Call, type CallName, calls } from "~/contract/calls";
import { statusOf } from "~/contract/calls/call";
import { errorBody } from "~/contract/errors";
import { Client, dataUrl, type Member, member } from "./client";
import { connect } from "./connect";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

/**
 * Sends every call valid, almost valid and invalid requests, from a fixed seed. AFTERGLOW_FUZZ_RUNS sets their number.
 */
const runs = inject("fuzzRuns");
const seed = 20_261_121;

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Generates values that a schema accepts, and sometimes one that it just refuses. */
function like(schema: JsonSchema | boolean | undefined): Arbitrary<unknown> {
  if (typeof schema !== "object") return fc.jsonValue();
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(like));
  switch (schema.type) {
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, like(one)])),
        { requiredKeys: schema.required ?? [] },
      );
    case "array":
      return fc.array(
        like(typeof schema.items === "object" && !Array.isArray(schema.items) ? schema.items : {}),
        {
          maxLength: 5,
        },
      );
    case "string":
      return stringLike(schema);
    case "integer":
      return fc.integer();
    case "number":
      return fc.double();
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function stringLike({ format, minLength = 0, maxLength = 300 }: JsonSchema): Arbitrary<string> {
  if (format === "email") return fc.emailAddress();
  const text = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 300) });
  const halves = fc.string({ unit: "binary", minLength, maxLength: minLength + 20 });
  const tooLong = fc.constant("x".repeat(maxLength + 1));
  return fc.oneof(
    { arbitrary: text, weight: 6 },
    { arbitrary: fc.constant(dataUrl), weight: 2 },
    { arbitrary: fc.constantFrom(...known), weight: 4 },
    halves,
    tooLong,
  );
}

/** Existing ids and usernames, filled in before the first test, and unknown ones. */
const known = [
  "0190a6b2-0000-7000-8000-000000000000",
  "",
  "0",
  "-1",
  "9".repeat(15),
  "9".repeat(40),
  "' OR 1=1 --",
  "../../etc/passwd",
  "%00",
  "null",
  "😀",
  "a".repeat(3000),
  "data:image/png;base64,AAAA",
  "data:,",
  "/media/",
  "https://example.com/a.png",
];

const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

/** A body as text, with its claimed content type. */
function bodies({ body }: Call): Arbitrary<{ text: BodyInit; type: string }> {
  const json = (value: unknown) => ({ text: JSON.stringify(value) ?? "", type: "application/json" });
  const anything = fc.oneof(
    fc.json().map((text) => ({ text, type: "application/json" })),
    fc.string().map((text) => ({ text, type: "application/json" })),
    fc.uint8Array().map((bytes) => ({ text: new Uint8Array(bytes), type: "application/octet-stream" })),
    fc.constantFrom(
      { text: deep, type: "application/json" },
      { text: `{"a":${deep}}`, type: "application/json" },
      { text: '{"__proto__":{"viewer":1},"constructor":{"prototype":{}}}', type: "application/json" },
      { text: "a=b&c=d", type: "application/x-www-form-urlencoded" },
      { text: "--x\r\nContent-Disposition: form-data", type: "multipart/form-data; boundary=x" },
      { text: "--x--", type: "multipart/form-data" },
      { text: `"${"x".repeat(1_000_000)}"`, type: "text/plain" },
    ),
  );
  if (!body || body === "multipart") return anything;
  const valid = like(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }) as JsonSchema);
  const nearly = fc.tuple(valid, fc.nat(), fc.jsonValue()).map(([value, at, other]) => {
    if (typeof value !== "object" || value === null) return other;
    const key = Object.keys(value)[at % Math.max(1, Object.keys(value).length)] ?? "extra";
    return { ...value, [key]: other };
  });
  return fc.oneof(
    { arbitrary: valid.map(json), weight: 4 },
    { arbitrary: nearly.map(json), weight: 3 },
    { arbitrary: anything, weight: 2 },
  );
}

function addresses({ path, paged, query = [] }: Call): Arbitrary<string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const part = fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, fc.string({ unit: "grapheme" }));
  const asked = [...query, ...(paged ? ["cursor", "limit"] : [])];
  return fc
    .tuple(fc.tuple(...names.map(() => part)), fc.tuple(...asked.map(() => fc.option(part))))
    .map(([parts, values]) => {
      const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, ""));
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encode(parts[names.indexOf(name)] ?? ""),
      );
      const search = asked.flatMap((name, at) => {
        const value = values[at];
        return typeof value === "string" ? [`${name}=${encode(value)}`] : [];
      });
      return `${filled}?${search.join("&")}`;
    });
}

let friend: Member;

beforeAll(async () => {
  friend = await member("friend");
  const stranger = await member("stranger");
  const post = await friend.call("createPost", { body: { mediaUrl: dataUrl } });
  const comment = await friend.call("addComment", { params: { id: post.id }, body: { comment: "Hello" } });
  const image = await friend.call("generateImage", { body: { prompt: "A harbour" } });
  known.push(friend.id, friend.username, stranger.id, post.id, post.mediaUrl, comment.id, image.id, "dusk");
});

/** Calls that hash a password are slow on purpose and get fewer runs. */
const slow = new Set<CallName>(["logIn", "signUp", "resetPassword", "changePassword", "changeEmail"]);
const drawing = new Set<CallName>(["generateImage", "editImage", "styleImage", "suggestAltText"]);

const names = Object.keys(calls) as CallName[];

test.each(names)("%s", async (name) => {
  const call: Call = calls[name];
  const caller = Object.assign(new Client(), await member("fuzz"));
  await connect(caller, friend);
  const own = await caller.call("createPost", { body: { mediaUrl: dataUrl } });
  const sent = await caller.call("sendMessage", {
    params: { userId: friend.id },
    body: { content: "Hello" },
  });
  known.push(own.id, own.mediaUrl, sent.id);
  const numRuns = Math.ceil(slow.has(name) || drawing.has(name) ? runs / 3 : runs);
  await fc.assert(
    fc.asyncProperty(addresses(call), bodies(call), async (address, { text, type }) => {
      const init = call.method === "GET" ? {} : { body: text, headers: { "Content-Type": type } };
      const reply = await caller.fetch(address, { method: call.method, ...init });
      // A parameter that is empty or has a slash leads to another path, which can return 404 or 405.
      const allowed = [statusOf(call), 400, 401, 403, 404, 405, 409, 413, 415, 422, 429];
      expect(allowed, `${call.method} ${address}`).toContain(reply.status);
      if (reply.status === 204) return;
      const body: unknown = await reply.json();
      if (reply.status >= 400) expect(errorBody.parse(body).message).not.toMatch(/SQLITE|D1_|\bat \S+\.ts/);
      else if (new URL(address, "https://x").pathname.split("/").length === call.path.split("/").length)
        call.reply?.parse(body);
    }),
    { numRuns, seed, verbose: 0 },
  );
  known.splice(-3);
});

afterAll(async () => {
  const broken = (query: string) =>
    env.DB.prepare(query)
      .all()
      .then(({ results }) => results);
  expect(await broken("PRAGMA foreign_key_check")).toEqual([]);
  const rules = [
    "SELECT id FROM users WHERE length(username) NOT BETWEEN 3 AND 30 OR username GLOB '*[^A-Za-z0-9_.]*' OR length(bio) > 150 OR length(full_name) < 2",
    "SELECT id FROM posts WHERE length(caption) > 2200 OR length(location) > 100 OR length(alt_text) > 500 OR media_url = ''",
    "SELECT id FROM post_comments WHERE trim(comment) = '' OR length(comment) > 2200",
    "SELECT id FROM chat_messages WHERE content = '' OR length(content) > 5000",
    "SELECT id FROM chat_messages WHERE conversation NOT IN (SELECT key FROM conversations)",
    "SELECT key FROM conversations WHERE low_id >= high_id OR low = high",
    "SELECT id FROM ai_images WHERE prompt IS NOT NULL AND length(prompt) NOT BETWEEN 3 AND 1000",
    "SELECT id FROM posts p WHERE NOT EXISTS (SELECT 1 FROM media m WHERE m.id = p.media_id AND m.user_id = p.user_id)",
    "SELECT id FROM posts p WHERE like_count <> (SELECT count(*) FROM post_likes WHERE post = p.key AND liked_at IS NOT NULL) OR comment_count <> (SELECT count(*) FROM post_comments WHERE post = p.key)",
    "SELECT id FROM post_comments c WHERE like_count <> (SELECT count(*) FROM comment_likes l WHERE l.post = c.post AND l.comment = c.id)",
    "SELECT id FROM post_comments c WHERE reply_count <> (SELECT count(*) FROM post_comments r WHERE r.post = c.post AND r.parent_id = c.id)",
    "SELECT id FROM post_comments c WHERE parent_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM post_comments t WHERE t.post = c.post AND t.id = c.parent_id AND t.parent_id IS NULL)",
    "SELECT id FROM users u WHERE post_count <> (SELECT count(*) FROM posts WHERE user_id = u.id)",
    "SELECT other AS id FROM connection_sides JOIN users u ON u.key = member WHERE other = u.id",
    "SELECT id FROM blocks WHERE blocker_id = blocked_id",
  ];
  for (const rule of rules) expect(await broken(rule), rule).toEqual([]);
});
