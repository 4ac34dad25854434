import { describe, expect, inject, test } from "vitest";
import { type Client, type Member, member } from "./client";
import { twoConnected } from "./connect";
import { photo } from "./photos";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const { secrets, script } = inject("photoContents");

function upload(client: Client, bytes: Uint8Array<ArrayBuffer>, name = "photo.jpg", type = "image/jpeg") {
  const form = new FormData();
  form.set("file", new File([bytes], name, { type }));
  return client.send("POST", "/api/media", form);
}

const asDataUrl = (bytes: Uint8Array, type = "image/jpeg") =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`;

/** Checks that a stored photo is re-encoded, of one type, and served with nosniff. */
async function expectClean(client: Client, url: string): Promise<void> {
  for (const path of [url, `${url}/feed`, `${url}/thumb`]) {
    const reply = await client.fetch(path);
    expect(reply.headers.get("Content-Type")).toBe("image/webp");
    expect(reply.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(reply.headers.get("Content-Security-Policy")).toBe("sandbox; default-src 'none'");
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe("WEBP");
    for (const text of [...secrets, script, "<html", "EXIF", "Exif", "XMP ", "GPS"]) {
      expect(bytes.includes(text), `${path} says ${text}`).toBe(false);
    }
  }
}

describe("a polyglot file", () => {
  test("is stored as an image only, or refused", async () => {
    const ada = await member("ada");
    const reply = await upload(ada, photo("jpegWithHtml"), "page.html", "text/html");
    expect(reply.status).toBe(201);
    expect(Buffer.from(photo("jpegWithHtml")).includes(script)).toBe(true);
    await expectClean(ada, (await reply.json<{ url: string }>()).url);
    expect((await upload(ada, photo("gifWithScript"), "x.js", "text/javascript")).status).toBe(415);
  });
});

describe("a file that is no image is refused by its content, whatever its name", () => {
  const ways: [string, (client: Member, bytes: Uint8Array<ArrayBuffer>) => Promise<Response>][] = [
    ["an upload", (client, bytes) => upload(client, bytes, "photo.png", "image/png")],
    ["a post", (client, bytes) => client.send("POST", "/api/posts", { mediaUrl: asDataUrl(bytes) })],
    [
      "a profile image",
      (client, bytes) => client.send("POST", "/api/users/profile-setup", { profileImage: asDataUrl(bytes) }),
    ],
    [
      "an AI tool's source",
      (client, bytes) => client.send("POST", "/api/ai/style", { image: asDataUrl(bytes), style: "manga" }),
    ],
  ];
  const files: [string, () => Uint8Array<ArrayBuffer>][] = [
    ["SVG", () => photo("svg")],
    ["HTML", () => photo("html")],
    ["nothing at all", () => new Uint8Array()],
    ["an image's first bytes", () => photo("small").slice(0, 20)],
    ["an image without its end", () => photo("small").slice(0, -200)],
    ["zeros", () => new Uint8Array(1000)],
  ];
  test.each(ways)("as %s", async (_name, send) => {
    const client = await member("ada");
    for (const [file, bytes] of files) {
      const { status } = await send(client, bytes());
      expect([415, 422], file).toContain(status);
    }
    for (const bomb of ["bomb", "gifBomb"]) expect((await send(client, photo(bomb))).status, bomb).toBe(413);
  });

  test("is only served as a download when sent as a message", async () => {
    const [ada, grace] = await twoConnected();
    const send = (bytes: Uint8Array) =>
      ada.send("POST", `/api/chat/messages/${grace.id}`, {
        attachment: { data: asDataUrl(bytes, "image/png") },
      });
    for (const name of ["svg", "html"]) {
      const { attachment } = await (await send(photo(name))).json<{
        attachment: { url: string; type: string };
      }>();
      expect(attachment.type).toBe("text/plain");
      const file = await grace.fetch(attachment.url);
      expect(file.headers.get("Content-Type")).toBe("text/plain");
      expect(file.headers.get("Content-Disposition")).toMatch(/^attachment;/);
      expect(file.headers.get("X-Content-Type-Options")).toBe("nosniff");
    }
    expect((await send(new Uint8Array())).status).toBe(422);
    expect((await send(photo("bomb"))).status).toBe(413);
    const sent = await (await send(photo("jpegWithHtml"))).json<{
      attachment: { url: string; type: string };
    }>();
    expect(sent.attachment.type).toBe("image/webp");
    const shown = Buffer.from(await (await grace.fetch(sent.attachment.url)).arrayBuffer());
    expect(shown.includes(script)).toBe(false);
  });
});

test("thirty photos with GPS data are stored without their location", async () => {
  const ada = await member("ada");
  for (let at = 0; at < 30; at++) {
    const file = photo(`journey${at}`);
    // The metadata is in the uploaded files; otherwise the rest would prove nothing.
    expect(Buffer.from(file).includes(secrets[0] ?? "")).toBe(true);
    const reply = await upload(ada, file);
    expect(reply.status).toBe(201);
    await expectClean(ada, (await reply.json<{ url: string }>()).url);
  }
});
