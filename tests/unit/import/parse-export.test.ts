import { msg } from "@lingui/core/macro";
import { describe, expect, test } from "vitest";
import { ALT_TEXT_MAX, CAPTION_MAX, CLIENT_ID_MAX, LOCATION_MAX } from "~/contract/limits";
import { decodeBytes } from "~/features/import/decode-bytes";
import { ENTRIES_MAX, type ExportedPost, type ExportedPosts } from "~/features/import/exported-post";
import { leftOutText } from "~/features/import/left-out-text";
import { isHtmlList, parserOf, postsToImport } from "~/features/import/parse-export";
import { parseInstagram, parseOldInstagram } from "~/features/import/parse-instagram";
import { parsePixelfed } from "~/features/import/parse-pixelfed";
import { textOfHtml } from "~/features/import/text-of-html";
import { english } from "../../factories/english";

/** Returns a text as Instagram's export writes it: each byte of its UTF-8 form as a character. */
const mojibake = (text: string) => Buffer.from(text, "utf8").toString("latin1");

const photo = (n: number, fields = {}) => ({ uri: `media/posts/202101/${n}.jpg`, ...fields });
const AT = 1_600_000_000;

const countOf = ({ leftOut }: ExportedPosts, kind: string) =>
  leftOut.filter((one) => one.kind === kind).length;

/** Values of any form that a damaged or hostile list can have. */
const hostile = [
  null,
  7,
  "text",
  [],
  [[[]]],
  {},
  { media: null },
  { media: [] },
  { media: [{ uri: 7 }], creation_timestamp: AT },
  { media: [photo(1)], creation_timestamp: "2021" },
  { media: [photo(1)], creation_timestamp: 1e300 },
  { media: [photo(1)], creation_timestamp: -1 },
  { media: [photo(1)], creation_timestamp: AT * 1000 },
  { media: [photo(1)] },
  JSON.parse('{"__proto__":{"media":[]},"media":{"length":3}}'),
];

describe("the list of posts", () => {
  test.each([
    ["your_instagram_activity/media/posts_1.json", parseInstagram],
    ["export/your_instagram_activity/content/posts_12.json", parseInstagram],
    ["posts_1.json", parseInstagram],
    ["your_instagram_activity/media/posts.json", parseInstagram],
    ["media.json", parseOldInstagram],
    ["pixelfed-statuses.json", parsePixelfed],
    ["archive/outbox.json", parsePixelfed],
    ["content/archived_posts.json", null],
    ["content/stories.json", null],
    ["content/your_posts_1.json", null],
    ["posts_1.html", null],
  ])("is recognised by its name: %s", (path, parser) => expect(parserOf(path)).toBe(parser));

  test("is recognised in HTML too, which cannot be imported", () => {
    expect(isHtmlList("content/posts_1.html")).toBe(true);
    expect(isHtmlList("content/posts_1.json")).toBe(false);
  });
});

describe("a text of Instagram's export", () => {
  test.each(["Grüße aus Köln", "夕焼け", "🌅 golden hour", "plain", ""])("is decoded: %s", (text) => {
    expect(decodeBytes(mojibake(text))).toBe(text);
  });

  test.each(["夕焼け", "Gr\u00fc", "\u00ff\u00fe"])("is unchanged when it is no UTF-8: %j", (text) => {
    expect(decodeBytes(text)).toBe(text);
  });
});

describe("Instagram's posts", () => {
  test("have date, decoded caption and photos in order, with the caption of the photo for a single one", () => {
    const single = { media: [photo(1, { creation_timestamp: AT, title: mojibake("Café") })] };
    const two = {
      media: [photo(2, { creation_timestamp: 1 }), photo(3)],
      title: "Two",
      creation_timestamp: AT + 100,
    };
    const plain = { location: "", isSensitive: false, visibility: "everyone" };
    expect(parseInstagram([single, two])).toEqual({
      posts: [
        {
          ...plain,
          id: `instagram-${AT}`,
          at: AT * 1000,
          caption: "Café",
          photos: [{ path: "media/posts/202101/1.jpg", altText: "" }],
        },
        {
          ...plain,
          id: `instagram-${AT + 100}`,
          at: (AT + 100) * 1000,
          caption: "Two",
          photos: [2, 3].map((n) => ({ path: `media/posts/202101/${n}.jpg`, altText: "" })),
        },
      ],
      leftOut: [],
    });
  });

  test("can be a single one without a list, and captions are cut", () => {
    const { posts } = parseInstagram({ media: [photo(1)], title: "🌅".repeat(3000), creation_timestamp: AT });
    expect(posts.map(({ caption }) => [...caption].length)).toEqual([CAPTION_MAX]);
  });

  test("leave videos out and count them", () => {
    const found = parseInstagram([
      { media: [{ uri: "media/posts/a.mp4" }], creation_timestamp: AT },
      { media: [photo(1), { uri: "media/posts/b.mp4" }], creation_timestamp: AT },
    ]);
    expect(found.posts).toHaveLength(1);
    expect(found.leftOut).toMatchObject([
      { kind: "video", at: AT * 1000, file: "media/posts/a.mp4" },
      { kind: "video", at: AT * 1000, file: "media/posts/b.mp4" },
    ]);
  });

  test("of an unknown form, or with a date before 2004 or in the future, are counted and left out", () => {
    const found = parseInstagram([...hostile, { media: [photo(1)], creation_timestamp: AT }]);
    expect(found.posts).toHaveLength(1);
    expect(countOf(found, "unreadable")).toBe(hostile.length);
    expect(found.leftOut[2] && english._(found.leftOut[2].reason)).toBe(
      "Entry 3 of this list could not be read.",
    );
  });

  test("have captions and files in labels, in nested carousels, each file once; drafts are left out", () => {
    const entry = (labels: unknown[], fields = {}) => ({
      timestamp: AT,
      media: [],
      label_values: labels,
      fbid: "179",
      ...fields,
    });
    const found = parseInstagram({
      ig_posts: [
        entry([
          { label: "Caption", value: mojibake("Köln 🌅") },
          { label: "Draft", value: "False" },
          { label: "Media", media: [photo(1)] },
          {
            title: "Media",
            dict: [{ title: "", dict: [{ label: "Media", media: [photo(1), [photo(2)]] }] }],
          },
        ]),
        entry([{ label: "Draft", value: "True" }], { media: [photo(3)] }),
      ],
    });
    expect(found).toMatchObject({
      posts: [
        {
          id: `instagram-${AT}`,
          caption: "Köln 🌅",
          photos: [1, 2].map((n) => ({ path: `media/posts/202101/${n}.jpg` })),
        },
      ],
      leftOut: [{ kind: "draft", file: "media/posts/202101/3.jpg" }],
    });
  });

  /** An entry of an export in another language than English: its labels are translated. */
  const labelled = (n: number, labels: [label: string, value: string][]) => ({
    timestamp: AT + n,
    media: [photo(n)],
    label_values: labels.map(([label, value]) => ({ label: mojibake(label), value: mojibake(value) })),
  });

  test.each([
    ["German", "Bildunterschrift", "Entwurf", "Falsch", "Wahr"],
    ["Spanish", "Pie de foto", "Borrador", "No", "Sí"],
    ["Portuguese", "Legenda", "Rascunho", "Não", "Sim"],
    ["French", "Légende", "Brouillon", "Faux", "Vrai"],
    ["Polish", "Podpis", "Wersja robocza", "Nie", "Tak"],
    ["Turkish", "Açıklama", "Taslak", "Hayır", "Evet"],
    ["Arabic", "شرح توضيحي", "مسودة", "لا", "نعم"],
    ["Hindi", "कैप्शन", "ड्राफ़्ट", "नहीं", "हाँ"],
    ["Japanese", "キャプション", "下書き", "いいえ", "はい"],
    ["Chinese", "说明文字", "草稿", "否", "是"],
  ])("have their caption and drafts in labels in %s", (_, caption, draft, no, yes) => {
    const found = parseInstagram([
      labelled(1, [
        [draft, no],
        ["URL", "https://www.instagram.com/p/abcdefghijk/"],
        [caption, "Köln 🌅"],
      ]),
      labelled(2, [
        [caption, ""],
        [draft, "False"],
      ]),
      labelled(3, [
        [caption, "Not ready"],
        [draft, yes],
      ]),
    ]);
    expect(found.posts.map((post) => post.caption)).toEqual(["Köln 🌅", ""]);
    expect(found.leftOut).toMatchObject([{ kind: "draft", caption: "Not ready" }]);
  });

  test("have their caption at the label with the longest texts when the language is unknown", () => {
    const more: [string, string][] = [
      ["Concept", "Onwaar"],
      ["URL", "https://www.instagram.com/p/abcdefghijk/and-a-longer-address/"],
      ["Aanmaaktijd", "12 mei 2024 om 10:00"],
    ];
    const found = parseInstagram([
      labelled(1, [...more, ["Bijschrift", "An evening at the harbour of Urk"]]),
      labelled(2, [...more, ["Bijschrift", "Kort"]]),
      labelled(3, [...more, ["Bijschrift", ""]]),
    ]);
    expect(found.posts.map((post) => post.caption)).toEqual(["An evening at the harbour of Urk", "Kort", ""]);
    const inEnglish = parseInstagram([
      labelled(1, [["Title", "A title that is no caption"]]),
      labelled(2, [["Caption", "Short"]]),
    ]);
    expect(inEnglish.posts.map((post) => post.caption)).toEqual(["", "Short"]);
    // A single word says nothing about its label.
    expect(parseInstagram([labelled(1, [["Concept", "Onwaar"]])]).posts[0]?.caption).toBe("");
  });

  test("of old exports are the files of one second with one caption", () => {
    const item = (path: string, fields = {}) => ({
      path: `photos/201905/${path}`,
      caption: mojibake("Old é"),
      taken_at: "2019-05-04T10:00:00+00:00",
      ...fields,
    });
    const found = parseOldInstagram({
      photos: [
        item("a.jpg", { location: mojibake("Köln") }),
        item("b.jpg"),
        item("c.jpg", { taken_at: "2019-05-04T10:00:01" }),
        { path: 7 },
      ],
      videos: [item("d.mp4")],
      stories: [item("e.jpg")],
    });
    const at = Date.UTC(2019, 4, 4, 10);
    expect(found.posts).toMatchObject([
      {
        id: `instagram-${at / 1000}`,
        at,
        caption: "Old é",
        location: "Köln",
        photos: [{ path: "photos/201905/a.jpg" }, { path: "photos/201905/b.jpg" }],
      },
      { at: at + 1000, photos: [{ path: "photos/201905/c.jpg" }] },
    ]);
    expect([countOf(found, "video"), countOf(found, "unreadable")]).toEqual([1, 1]);
    expect(parseOldInstagram({ other: 1 })).toEqual({ posts: [], leftOut: [] });
  });

  test("are refused in a list of too many entries, and are not searched without an end", () => {
    expect(() => parseInstagram(Array(ENTRIES_MAX + 1).fill(0))).toThrow(RangeError);
    let nested: unknown = { media: [photo(1)] };
    for (let depth = 0; depth < 5000; depth++) nested = { dict: [nested] };
    const found = parseInstagram([{ timestamp: AT, label_values: [nested] }]);
    expect(countOf(found, "unreadable")).toBe(1);
  });
});

const PUBLIC = "https://www.w3.org/ns/activitystreams#Public";
const status = (fields = {}) => ({
  uri: "https://pixels.example/p/ada/123",
  created_at: "2021-05-01T10:00:00.000Z",
  content_text: "Dusk &amp; dawn",
  content: "<p>other</p>",
  visibility: "public",
  reblog: null,
  place: null,
  media_attachments: [
    { url: "https://pixels.example/storage/m/a%20b.jpg", type: "image", mime: "image/jpeg" },
  ],
  ...fields,
});
const note = (fields = {}) => ({
  type: "Note",
  id: "https://pixels.example/p/ada/123",
  published: "2021-05-01T10:00:00+00:00",
  content: "Dusk &amp; dawn<br />two",
  to: [PUBLIC],
  attachment: [{ type: "Document", mediaType: "image/jpeg", url: "/media/a.jpg", name: "A sky" }],
  ...fields,
});

describe("Pixelfed's posts", () => {
  test("have date, caption, place, cover, alt texts and the paths of their photos", () => {
    const media = [
      {
        url: "https://pixels.example/storage/m/a%20b.jpg",
        type: "image",
        mime: "image/jpeg",
        description: "A sky",
      },
      {
        url: "https://pixels.example/storage/m/c.png",
        type: "image",
        mime: null,
        description: "x".repeat(600),
      },
      { url: "https://pixels.example/storage/m/d.mp4", type: "video", mime: "video/mp4" },
    ];
    const place = { name: "Lisbon", country: "Portugal" };
    const found = parsePixelfed([status({ media_attachments: media, place, sensitive: true })]);
    expect(found).toEqual({
      posts: [
        {
          id: "pixels.example/123",
          at: Date.UTC(2021, 4, 1, 10),
          caption: "Dusk & dawn",
          location: "Lisbon, Portugal",
          isSensitive: true,
          visibility: "everyone",
          photos: [
            { path: "storage/m/a b.jpg", altText: "A sky" },
            { path: "storage/m/c.png", altText: "x".repeat(ALT_TEXT_MAX) },
          ],
        },
      ],
      leftOut: [expect.objectContaining({ kind: "video", file: "storage/m/d.mp4" })],
    });
  });

  test.each([
    ["a list", [status()]],
    ["a list in parts", [{ data: [status()] }, { data: [] }]],
    ["the list of older versions", { data: [note()] }],
    ["an ActivityPub outbox", { orderedItems: [{ type: "Create", object: note() }] }],
  ])("are in %s, with the same id", (_, list) => {
    expect(parsePixelfed(list).posts.map(({ id, at }) => [id, at])).toEqual([
      ["pixels.example/123", Date.UTC(2021, 4, 1, 10)],
    ]);
  });

  test("of older versions have the text of their HTML and the alt texts", () => {
    expect(parsePixelfed({ data: [note()] }).posts).toMatchObject([
      { caption: "Dusk & dawn\ntwo", photos: [{ path: "media/a.jpg", altText: "A sky" }] },
    ]);
  });

  test("for followers are for connections, and those for the people in them alone are left out and counted", () => {
    const statuses = [
      status({ visibility: "private" }),
      status({ visibility: "direct" }),
      status({ visibility: null }),
    ];
    const both = parsePixelfed(statuses);
    expect(both.posts).toMatchObject([{ visibility: "connections" }]);
    expect(countOf(both, "hidden")).toBe(2);
    const notes = [
      note({ to: ["https://pixels.example/ada/followers"] }),
      note({ to: ["https://pixels.example/noah"] }),
      note({ to: null, cc: "as:Public" }),
    ];
    const found = parsePixelfed({ data: notes });
    expect(found.posts.map(({ visibility }) => visibility)).toEqual(["connections", "everyone"]);
    expect(countOf(found, "hidden")).toBe(1);
  });

  test("do not include shared posts, replies of words or other activities", () => {
    const others = [
      { type: "Announce", object: "https://pixels.example/p/1" },
      { type: "Like", object: "https://pixels.example/p/1" },
      status({ reblog: status() }),
      status({ media_attachments: [] }),
      note({ attachment: [] }),
      { type: "Create", object: note({ attachment: [] }) },
    ];
    expect(parsePixelfed(others)).toEqual({ posts: [], leftOut: [] });
  });

  test("of an unknown form are counted and left out", () => {
    const broken = [
      ...hostile.filter((item) => !Array.isArray(item)),
      status({ uri: "no address" }),
      status({ created_at: "no date" }),
      status({ created_at: "2999-01-01T00:00:00Z" }),
      status({ media_attachments: [null] }),
      note({ id: 7 }),
      { type: "Create", object: "https://pixels.example/p/2" },
    ];
    const found = parsePixelfed(broken);
    expect(found.posts).toEqual([]);
    expect(countOf(found, "unreadable")).toBe(broken.length);
  });

  test.each([7, "text", null, {}, { orderedItems: 7 }])("are not in %j", (list) => {
    expect(() => parsePixelfed(list)).toThrow(TypeError);
  });

  test("have a location of at most the length of one", () => {
    const { posts } = parsePixelfed([status({ place: { name: "x".repeat(300), country: null } })]);
    expect(posts.map(({ location }) => location.length)).toEqual([LOCATION_MAX]);
  });
});

describe("the text of an HTML caption", () => {
  test.each([
    ["<p>One<br>two</p> <p>three</p>", "One\ntwo\n\nthree"],
    ['<a href="https://x.example">#dusk</a> &lt;b&gt; &#39;&#x1F305; &amp;lt;', "#dusk <b> '🌅 &lt;"],
    ["<script>alert(1)</script>", "alert(1)"],
    ["Caf&eacute; &Eacute;&hellip; &ldquo;&frac12;&sup2;&rdquo;&nbsp;&euro; &NBSP;", "Café É… “½²” €"],
    ["a < b & c &nope; &#99999999; &#0;", "a < b & c &nope; &#99999999; &#0;"],
  ])("of %s", (html, text) => expect(textOfHtml(html)).toBe(text));

  test("takes a time that grows with the text alone", () => {
    expect(textOfHtml("<".repeat(100_000))).toHaveLength(100_000);
    expect(textOfHtml("</p> ".repeat(50_000))).toBe("");
  });
});

describe("the posts to import", () => {
  const post = (id: string, at: number, paths: number | string[], fields = {}): ExportedPost => ({
    id,
    at,
    caption: id,
    location: "",
    isSensitive: false,
    visibility: "everyone",
    photos: (typeof paths === "number" ? Array.from({ length: paths }, (_, n) => `${n}.jpg`) : paths).map(
      (path) => ({ path, altText: "" }),
    ),
    ...fields,
  });
  const all = () => true;
  const keysOf = (posts: { clientId: string }[]) => posts.map(({ clientId }) => clientId);

  test("are newest first; one of more than ten photos is several, one after another", () => {
    const posts = postsToImport([post("old", 1000, 1), post("new", 5000, 21)], all);
    expect(posts.map(({ clientId, at, photos }) => [clientId, at, photos.length])).toEqual([
      ["import-new", 5000, 10],
      ["import-new/2", 4999, 10],
      ["import-new/3", 4998, 1],
      ["import-old", 1000, 1],
    ]);
    expect(posts[1]?.photos[0]?.path).toBe("10.jpg");
  });

  test("of the same second have different keys, the same ones in any order", () => {
    const [a, b] = [post("a", 1000, ["1.jpg"]), post("a", 1000, ["2.jpg"])];
    const found = postsToImport([a, b], all);
    expect(keysOf(found)).toEqual(["import-a", "import-a~2"]);
    expect(postsToImport([b, a], all)).toEqual(found);
  });

  test("have the same keys and parts while photos are missing", () => {
    const posts = [post("a", 1000, ["1.jpg"]), post("a", 1000, ["2.jpg"]), post("long", 500, 12)];
    const found = postsToImport(posts, ({ path }) => path !== "1.jpg");
    expect(keysOf(found)).toEqual(keysOf(postsToImport(posts, all)));
    expect(found.map(({ photos, missing }) => [photos.length, missing.length])).toEqual([
      [0, 1],
      [1, 0],
      [9, 1],
      [2, 0],
    ]);
  });

  test("are those of several lists, each once with all its photos and its longest caption", () => {
    const found = postsToImport(
      [
        post("a", 1000, ["media/1.jpg"], { caption: "" }),
        post("a", 1000, ["media/2.jpg", "media/1.jpg"], { caption: "Both", isSensitive: true }),
        post("a", 1000, ["media/3.jpg"], { caption: "Other" }),
        post("b", 1000, ["media/1.jpg"], { caption: "Same photo, other post" }),
      ],
      all,
    );
    expect(found.map(({ caption, photos }) => [caption, photos.map(({ path }) => path)])).toEqual([
      ["Same photo, other post", ["media/1.jpg"]],
      ["Both", ["media/2.jpg", "media/1.jpg"]],
      ["Other", ["media/3.jpg"]],
    ]);
    expect(found[1]).toMatchObject({ isSensitive: true });
  });

  test("have keys of at most the length of one, which differ by the end of the id", () => {
    const host = "x".repeat(200);
    const keys = keysOf(postsToImport([post(`${host}/1`, 1000, 1), post(`${host}/2`, 1000, 1)], all));
    expect(keys.map(({ length }) => length)).toEqual([CLIENT_ID_MAX, CLIENT_ID_MAX]);
    expect(new Set(keys).size).toBe(2);
  });
});

describe("the list of left-out posts", () => {
  test("is a text with date, caption, file and reason of each on a line", () => {
    const text = leftOutText(english, [
      {
        kind: "photo",
        caption: `Dusk\n${"x".repeat(90)}`,
        at: AT * 1000,
        file: "a\nb.jpg",
        reason: msg`Lost.`,
      },
      { kind: "unreadable", caption: "", at: Number.NaN, file: "", reason: msg`No photo.` },
      { kind: "unreadable", caption: "", at: 1e300, file: "posts_1.json", reason: msg`No date.` },
    ]);
    expect(text.split("\n").slice(2)).toEqual([
      `2020-09-13 · Dusk ${"x".repeat(75)}… · a b.jpg: Lost.`,
      "No date · No caption · No photo.",
      "No date · No caption · posts_1.json: No date.",
      "",
    ]);
  });
});
