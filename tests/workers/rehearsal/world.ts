import { createHash } from "node:crypto";

/**
 * A filled database of the schema that migrations 0000 to 0016 made, written in SQL of that time. Everything is deterministic, so
 * the replies to requests about it can be recorded once (tests/workers/rehearsal.test.ts).
 */

/** The order of insertion, which is not that of the ids: keys are given in this order. */
const names = ["jo", "ada", "kim", "bo", "cy", "gus", "dan", "eve", "fay", "ivy", "hal", "lea"] as const;
export type Name = (typeof names)[number];

const uuid = (group: string, n: number) => `0199${group}-0000-7000-8000-${String(n).padStart(12, "0")}`;
const sorted = [...names].sort();

export const ids = {
  member: (name: Name) => uuid("aaaa", sorted.indexOf(name) + 1),
  media: (n: number) => uuid("bbbb", n),
  post: (n: number) => uuid("cccc", n),
  comment: (n: number) => uuid("dddd", n),
  image: (n: number) => uuid("eeee", n),
  /** The id of a session, by its token. */
  session: (token: string) => createHash("sha256").update(token).digest("hex"),
};

/** Returns a short name for an id of the world, for the recorded replies; null for any other. */
export function nameOf(id: string): string | null {
  const [, group = "", n = ""] = /^0199(\w{4})-0000-7000-8000-0*(\d+)$/.exec(id) ?? [];
  if (group === "aaaa") return sorted[Number(n) - 1] ?? null;
  const kind = { bbbb: "media", cccc: "post", dddd: "comment", eeee: "image" }[group];
  if (kind) return `${kind} ${n}`;
  return [...names, "another" as const].find((name) => ids.session(tokenOf(name)) === id) ?? null;
}

/** A session token of each member; `another` is a further one of ada's. */
export const tokenOf = (name: Name | "another") => `rehearsal of ${name}`;

/** A UUID as browsers make them: stored as 16 bytes now. Other idempotency keys are stored as text. */
export const clientIds = { uuid: "0190a0b1-c2d3-4000-8000-0123456789ab", text: "Any text: 日没 🌇" };

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 8, n)).toISOString();
const FAR = "2099-01-01T00:00:00.000Z";

/** The hash of "sunset" at the least cost. */
const SUNSET = "scrypt$2$8$1$YWZ0ZXJnbG93IGZpeHR1cmU=$rM7w6SM0453UUfNMNREbiXJgV7D7AslLcNr8hX3+0zw=";

const fullNames: Partial<Record<Name, string>> = {
  ada: "Ada Lovelace",
  bo: "Bo O'Neill",
  jo: "鈴木 Zoë ﬁ 👩‍🚀",
  kim: "K̷i̷m فَاطِمَة",
};

const insert = (table: string, row: Record<string, string | number | null>) =>
  `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row)
    .map((value) => (typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value)))
    .join(", ")})`;

/** Authors of the posts 1, 2, …: more than a page of ada's feed, in a mixed order. */
const authors: Name[] =
  "bo bo jo ada gus cy bo dan kim ada bo jo bo gus ada bo jo bo ada bo bo ada cy bo jo ada"
    .split(" ")
    .filter((name): name is Name => names.some((one) => one === name));

export const longCaption = `${"A long evening by the sea, told slowly. ".repeat(54)}#dusk`;

const captions: Record<number, string> = {
  2: longCaption,
  3: "夕焼け #夕焼け #dusk ‮abc‬ \n\n 👩‍👩‍👧‍👦 é é",
  4: "Mentioned @bo and @jo. #dusk",
  12: "<b>bold</b> & \"quotes\" 'single' \\ %_ $1",
};
const tags: Record<number, string[]> = {
  2: ["dusk"],
  3: ["夕焼け", "dusk"],
  4: ["dusk"],
  6: ["dusk"],
  20: ["dusk"],
};

/** Comments on post 1 by these members in turn, among them blocked ones: more than a page. */
const commenters: Name[] = ["ada", "bo", "jo", "cy", "dan", "kim", "gus"];

function members(): string[] {
  return names.flatMap((name, n) => [
    insert("users", {
      id: ids.member(name),
      username: name === "eve" ? "Eve.Upper" : name,
      password: SUNSET,
      email: `${name}@example.com`,
      full_name: fullNames[name] ?? `Member ${name}`,
      bio: name === "jo" ? "Mostly dusk 🌆\nand dawn" : "",
      profile_setup_at: name === "ivy" ? null : minute(n),
      presence_hidden: name === "gus" ? 1 : 0,
      ai_hidden: name === "bo" ? 1 : 0,
      created_at: minute(n),
    }),
    insert("sessions", {
      id: ids.session(tokenOf(name)),
      user_id: ids.member(name),
      user_agent: `Browser of ${name}`,
      remembered: n % 2,
      last_seen_at: FAR,
      expires_at: FAR,
      created_at: minute(n),
    }),
    // As the code of that time indexed names.
    `INSERT OR IGNORE INTO name_terms (rank, term, user_id) VALUES (1, 'member', '${ids.member(name)}')`,
  ]);
}

function account(): string[] {
  return [
    insert("sessions", {
      id: ids.session(tokenOf("another")),
      user_id: ids.member("ada"),
      user_agent: "Another browser",
      last_seen_at: minute(1),
      expires_at: FAR,
      created_at: minute(1),
    }),
    `INSERT INTO name_terms (rank, term, user_id) VALUES (1, 'lovelace', '${ids.member("ada")}'), (2, 'da', '${ids.member("ada")}'),
      (1, 'zoe', '${ids.member("jo")}'), (1, '鈴木', '${ids.member("jo")}'), (0, 'فاطمة', '${ids.member("kim")}')`,
    insert("former_usernames", {
      username: "jojo",
      user_id: ids.member("jo"),
      expires_at: FAR,
      created_at: minute(0),
    }),
    insert("password_resets", {
      id: ids.session("reset"),
      user_id: ids.member("kim"),
      expires_at: FAR,
      created_at: minute(0),
    }),
    ...(["ada", "fay"] as const).map((name) =>
      insert("email_changes", {
        id: ids.session(`change of ${name}`),
        user_id: ids.member(name),
        email: `${name}.next@example.com`,
        session_id: "",
        expires_at: FAR,
        created_at: minute(0),
      }),
    ),
    insert("email_undos", {
      id: ids.session("undo"),
      user_id: ids.member("dan"),
      email: "dan.before@example.com",
      expires_at: FAR,
      created_at: minute(0),
    }),
    insert("online_members", { user_id: ids.member("bo"), since: minute(1) }),
    insert("reports", {
      id: "r",
      reporter_id: ids.member("ada"),
      member_id: ids.member("cy"),
      reason: "spam",
      created_at: minute(1),
    }),
    insert("ai_uses", { id: "u", user_id: ids.member("ada"), created_at: minute(1) }),
  ];
}

function connections(): string[] {
  const rows: [Name, Name, "accepted" | "pending"][] = [
    ["ada", "bo", "accepted"],
    ["jo", "ada", "accepted"],
    ["ada", "gus", "accepted"],
    ["lea", "ada", "accepted"],
    ["hal", "ada", "accepted"],
    ["cy", "ada", "accepted"],
    ["bo", "jo", "accepted"],
    ["gus", "bo", "accepted"],
    ["eve", "ada", "pending"],
    ["ivy", "ada", "pending"],
    ["ada", "fay", "pending"],
    ["dan", "bo", "accepted"],
    ["kim", "bo", "pending"],
  ];
  return rows.map(([from, to, status], n) =>
    insert("connections", {
      id: uuid("ffff", n + 1),
      follower_id: ids.member(from),
      following_id: ids.member(to),
      status,
      // A day without a time, too.
      created_at: n === 3 ? "2026-01-01" : minute(n),
    }),
  );
}

function posts(): string[] {
  return authors.flatMap((author, at) => {
    const n = at + 1;
    return [
      insert("media", {
        id: ids.media(n),
        user_id: ids.member(author),
        content_type: "image/webp",
        size: 1000 + n,
        width: 1080,
        height: 810,
        placeholder: "",
        color: "#886644",
        created_at: minute(n),
        is_ai: author === "gus" ? 1 : 0,
      }),
      insert("posts", {
        id: ids.post(n),
        user_id: ids.member(author),
        caption: captions[n] ?? `No. ${n}`,
        media_url: `/media/${ids.media(n)}`,
        media_id: ids.media(n),
        width: 1080,
        height: 810,
        placeholder: "",
        color: "#886644",
        location: n === 3 ? "東京" : "",
        alt_text: n === 3 ? "夕焼け" : "",
        is_ai: author === "gus" ? 1 : 0,
        created_at: minute(n),
        edited_at: n === 4 ? minute(90) : null,
        client_id: n === 10 ? clientIds.uuid : null,
      }),
      ...(tags[n] ?? []).map((tag) => insert("post_tags", { tag, post_id: ids.post(n) })),
    ];
  });
}

function comments(): string[] {
  const rows = Array.from({ length: 24 }, (_, n) => ({ n: n + 1, post: 1, by: commenters[n % 7] ?? "ada" }));
  rows.push(
    { n: 30, post: 3, by: "ada" },
    { n: 31, post: 3, by: "cy" },
    { n: 32, post: 4, by: "bo" },
    { n: 33, post: 4, by: "jo" },
  );
  return [
    ...rows.map(({ n, post, by }) =>
      insert("comments", {
        id: ids.comment(n),
        post_id: ids.post(post),
        user_id: ids.member(by),
        comment: n === 30 ? "Schön! 🌅 é @jo" : `Comment ${n}`,
        created_at: minute(30 + n),
        client_id: n === 30 ? clientIds.text : null,
      }),
    ),
    insert("comments", {
      id: ids.comment(40),
      post_id: ids.post(3),
      user_id: ids.member("ada"),
      comment: "Deleted",
      created_at: minute(80),
      client_id: "a deleted comment",
    }),
    `DELETE FROM comments WHERE id = '${ids.comment(40)}'`,
  ];
}

let noticeCount = 0;
const notify = (to: Name, from: Name, type: string, post: number | null, isRead: boolean) => {
  noticeCount += 1;
  return insert("notifications", {
    user_id: ids.member(to),
    from_user_id: ids.member(from),
    type,
    entity_id: post === null ? null : ids.post(post),
    is_read: isRead ? 1 : 0,
    created_at: minute(100 + noticeCount),
  });
};

function reactions(): string[] {
  let row = 0;
  const like = (post: number, by: Name) => {
    row += 1;
    return insert("likes", {
      id: uuid("1111", row),
      post_id: ids.post(post),
      user_id: ids.member(by),
      created_at: minute(row),
    });
  };
  const save = (post: number, by: Name) => {
    row += 1;
    // Many in the same millisecond: the list is in the order of the ids.
    return insert("saved_posts", {
      id: uuid("2222", row),
      user_id: ids.member(by),
      post_id: ids.post(post),
      created_at: minute(200),
    });
  };
  return [
    ...(["bo", "jo", "gus", "kim", "lea"] as const).flatMap((by, n) => [
      like(4, by),
      notify("ada", by, "like", 4, n % 2 === 0),
      like(10, by),
      notify("ada", by, "like", 10, n > 2),
      save(10, by),
      notify("ada", by, "save", 10, n < 2),
    ]),
    // By a member whom ada has blocked since, and by one who has blocked ada.
    like(4, "cy"),
    notify("ada", "cy", "like", 4, true),
    like(4, "dan"),
    // Taken back after the notification was read, and before.
    like(15, "bo"),
    notify("ada", "bo", "like", 15, true),
    `DELETE FROM likes WHERE post_id = '${ids.post(15)}'`,
    save(15, "jo"),
    notify("ada", "jo", "save", 15, true),
    `DELETE FROM saved_posts WHERE post_id = '${ids.post(15)}'`,
    ...[1, 2, 3, 6, 8, 4].map((post) => like(post, "ada")),
    ...[3, 1, 2, 6, 7, 9, 11, 12, 13, 16, 17, 18, 20, 21, 24, 25, 5, 14, 4, 10, 22].map((post) =>
      save(post, "ada"),
    ),
    notify("bo", "ada", "like", 1, false),
    notify("bo", "ada", "save", 1, true),
  ];
}

function notifications(): string[] {
  return [
    notify("ada", "eve", "connection_request", null, false),
    notify("ada", "ivy", "connection_request", null, true),
    notify("ada", "lea", "connection_request", null, true),
    notify("ada", "bo", "connection_accepted", null, true),
    notify("fay", "ada", "connection_request", null, false),
    notify("bo", "kim", "connection_request", null, true),
    notify("kim", "bo", "connection_rejected", null, false),
    notify("ada", "bo", "comment", 4, false),
    notify("ada", "jo", "comment", 4, true),
    notify("ada", "jo", "mention", 3, false),
    notify("bo", "ada", "mention", 4, true),
    notify("jo", "ada", "mention", 4, false),
    notify("ada", "bo", "post_share", 3, true),
    notify("ada", "jo", "post_share", 1, false),
    notify("jo", "ada", "comment", 3, false),
  ];
}

let messageCount = 0;
function message(
  from: Name,
  to: Name,
  content: string,
  { isRead = true, clientId = null as string | null, media = 0 } = {},
) {
  messageCount += 1;
  return insert("messages", {
    sender_id: ids.member(from),
    receiver_id: ids.member(to),
    content,
    is_read: isRead ? 1 : 0,
    client_id: clientId,
    attachment_media_id: media ? ids.media(media) : null,
    attachment_type: media ? "image/webp" : null,
    attachment_name: media ? "été 🌇.webp" : null,
    attachment_size: media ? 700 : null,
    created_at: minute(300 + messageCount),
  });
}

/** Deletes the last message as the code of that time did. */
const deleteLast = (knowsReceiver: boolean) => [
  `INSERT INTO deleted_messages (sender_id, client_id, message_id, receiver_id)
    SELECT sender_id, ifnull(client_id, 'id ' || id), id, ${knowsReceiver ? "receiver_id" : "NULL"} FROM messages WHERE id = ${messageCount}`,
  `DELETE FROM messages WHERE id = ${messageCount}`,
];

function messages(): string[] {
  const file = (n: number, by: Name) =>
    insert("media", {
      id: ids.media(n),
      user_id: ids.member(by),
      content_type: "image/webp",
      size: 700,
      width: 30,
      height: 40,
      placeholder: "",
      color: "#112233",
      created_at: minute(0),
    });
  return [
    file(101, "bo"),
    file(102, "ada"),
    file(103, "bo"),
    ...Array.from({ length: 22 }, (_, n) =>
      n % 3 === 0 ? message("ada", "bo", `Message ${n}`) : message("bo", "ada", `Message ${n}`),
    ),
    message("ada", "bo", "With a UUID", { clientId: clientIds.uuid }),
    message("ada", "bo", "With a text", { clientId: clientIds.text }),
    message("bo", "ada", "Schönes Foto é 👩‍🚀\n\nzwei Zeilen", { media: 101 }),
    message("ada", "bo", "", { media: 102, clientId: "one with a file" }),
    message("ada", "bo", "Deleted", { clientId: "deleted" }),
    ...deleteLast(true),
    message("bo", "ada", "Deleted without an idempotency key", { media: 103 }),
    ...deleteLast(true),
    message("ada", "jo", "Deleted long ago", { clientId: "long ago" }),
    ...deleteLast(false),
    message("jo", "ada", "やあ", { isRead: false }),
    message("jo", "ada", "x".repeat(900), { isRead: false }),
    message("ada", "jo", "Unread by jo", { isRead: false }),
    message("cy", "ada", "From a blocked member", { isRead: false }),
    message("ada", "dan", "To one who has blocked"),
    message("hal", "ada", "From a deleted account"),
    message("kim", "ada", "From a member who is no connection any more", { isRead: false }),
    message("bo", "ada", "The last one", { isRead: false }),
    message("ada", "hal", "The newest of all, to a deleted account"),
  ];
}

function images(): string[] {
  return [1, 2].flatMap((n) => [
    insert("media", {
      id: ids.media(200 + n),
      user_id: ids.member("ada"),
      content_type: "image/webp",
      size: 1,
      width: 64,
      height: 64,
      placeholder: "",
      color: "#000000",
      created_at: minute(n),
    }),
    insert("ai_images", {
      id: ids.image(n),
      user_id: ids.member("ada"),
      prompt: n === 1 ? "a harbour at dusk 🌇" : null,
      image_url: `/media/${ids.media(200 + n)}`,
      media_id: ids.media(200 + n),
      style: n === 1 ? null : "pixel-art",
      kind: n === 1 ? "generate" : "style",
      engine: "local",
      model: "embedded",
      saved_at: n === 1 ? minute(5) : null,
      created_at: minute(n),
    }),
  ]);
}

/** Returns the statements that fill the database, in order, and the greatest ids of notifications and messages. */
export function world(): { statements: string[]; notices: number; messages: number } {
  noticeCount = 0;
  messageCount = 0;
  const block = (id: string, by: Name, of: Name) =>
    insert("blocks", { id, blocker_id: ids.member(by), blocked_id: ids.member(of), created_at: minute(400) });
  const statements = [
    ...members(),
    ...account(),
    ...connections(),
    ...posts(),
    ...comments(),
    ...reactions(),
    ...notifications(),
    ...messages(),
    ...images(),
    block(uuid("3333", 1), "ada", "cy"),
    block(uuid("3333", 2), "dan", "ada"),
    `DELETE FROM users WHERE id = '${ids.member("hal")}'`,
  ];
  return { statements, notices: noticeCount, messages: messageCount };
}
