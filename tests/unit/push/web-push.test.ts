import { randomBytes, webcrypto } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import {
  arePushKeys,
  encryptPush,
  PUSH_TEXT_BYTES,
  parseVapidKey,
  pushTopic,
  sendPush,
} from "~/platform/web-push";
import { newVapidKey } from "../../../scripts/vapid-key";
import { newDevice, openPush } from "../../factories/push-service";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/** The values of RFC 8291, appendix A. */
const example = {
  text: "When I grow up, I want to be a watermelon",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  senderPublic: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  body: "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};

async function senderKeys(): Promise<CryptoKeyPair> {
  const point = bytes(example.senderPublic);
  const part = (from: number) => Buffer.from(point.subarray(from, from + 32)).toString("base64url");
  const algorithm = { name: "ECDH", namedCurve: "P-256" };
  const { subtle } = webcrypto;
  const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33), d: example.senderPrivate };
  const keys = {
    publicKey: await subtle.importKey("raw", point, algorithm, true, []),
    privateKey: await subtle.importKey("jwk", jwk, algorithm, true, ["deriveBits"]),
  };
  // The types of Node and of the DOM name the same objects.
  return keys as unknown as CryptoKeyPair;
}

describe("encryption", () => {
  test("gives the bytes of the example of RFC 8291", async () => {
    const body = await encryptPush(example.text, example, {
      salt: bytes(example.salt),
      keys: await senderKeys(),
      paddedBytes: example.text.length + 1,
    });
    expect(Buffer.from(body).toString("base64url")).toBe(example.body);
  });

  test("can be opened by the device alone, and pads every text to the same length", async () => {
    const [device, other] = [newDevice(), newDevice()];
    const lengths = new Set<number>();
    for (const text of ["", "short", "é🌅\u0000", "x".repeat(PUSH_TEXT_BYTES)]) {
      const body = await encryptPush(text, device.keys);
      lengths.add(body.length);
      expect(openPush(body, device)).toBe(text);
      expect(() => openPush(body, other)).toThrow();
    }
    expect([...lengths]).toHaveLength(1);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4096);
  });

  test("has a new salt and a new key each time", async () => {
    const { keys } = newDevice();
    const bodies = await Promise.all([encryptPush("same", keys), encryptPush("same", keys)]);
    const [one, two] = bodies.map((body) => Buffer.from(body).toString("hex").slice(0, 172));
    expect(one).not.toBe(two);
  });

  test("refuses a text that is too long", async () => {
    const { keys } = newDevice();
    await expect(encryptPush("x".repeat(PUSH_TEXT_BYTES + 1), keys)).rejects.toThrow(RangeError);
  });
});

test("tells keys from what is none", async () => {
  const { keys } = newDevice();
  expect(await arePushKeys(keys)).toBe(true);
  const offCurve = Buffer.concat([Buffer.of(4), randomBytes(64)]).toString("base64url");
  expect(await arePushKeys({ ...keys, p256dh: offCurve })).toBe(false);
  expect(await arePushKeys({ ...keys, auth: "AAAA" })).toBe(false);
});

describe("a request to the push service", () => {
  const now = new Date("2026-11-24T12:00:00.000Z");
  const options = { ttl: 60, urgency: "high", topic: "abc" } as const;

  /** Sends a push message, which is answered with a status and headers. @returns the reply and the request */
  async function sent(status: number, headers: Record<string, string> = {}) {
    const keys = parseVapidKey(newVapidKey());
    if (!keys) throw new Error("The new key is no key.");
    const device = newDevice();
    const post = vi.fn<typeof fetch>(async () => new Response(null, { status, headers }));
    const target = { endpoint: "https://push.services.example/device", ...device.keys };
    const reply = await sendPush(target, "hello", options, { keys, subject: "mailto:a@b.c", now }, post);
    const [url, init] = post.mock.calls[0] ?? [];
    return { reply, url, init, device, keys };
  }

  test("has the headers of RFC 8030 and an encrypted body, and follows no redirect", async () => {
    const { reply, url, init, device } = await sent(201);
    expect(reply).toEqual({ outcome: "sent" });
    expect(url).toBe("https://push.services.example/device");
    expect(init).toMatchObject({
      method: "POST",
      redirect: "manual",
      headers: { TTL: "60", Urgency: "high", Topic: "abc", "Content-Encoding": "aes128gcm" },
    });
    expect(openPush(init?.body as Uint8Array, device)).toBe("hello");
  });

  test("is signed for the service by the site's key", async () => {
    const { init, keys } = await sent(201);
    const authorization = new Headers(init?.headers).get("Authorization") ?? "";
    const [, token = "", k] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
    expect(k).toBe(keys.publicKey);
    const [header = "", claims = "", signature = ""] = token.split(".");
    const decoded = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());
    expect(decoded(header)).toEqual({ typ: "JWT", alg: "ES256" });
    expect(decoded(claims)).toEqual({
      aud: "https://push.services.example",
      exp: now.getTime() / 1000 + 12 * 60 * 60,
      sub: "mailto:a@b.c",
    });
    const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
    const key = await webcrypto.subtle.importKey("raw", bytes(keys.publicKey), algorithm, false, ["verify"]);
    const data = Buffer.from(`${header}.${claims}`);
    expect(await webcrypto.subtle.verify(algorithm, key, bytes(signature), data)).toBe(true);
  });

  test.each([
    [200, {}, { outcome: "sent" }],
    [404, {}, { outcome: "gone" }],
    [410, {}, { outcome: "gone" }],
    [400, {}, { outcome: "refused", status: 400 }],
    [401, {}, { outcome: "foreign", status: 401 }],
    [403, {}, { outcome: "foreign", status: 403 }],
    [413, {}, { outcome: "refused", status: 413 }],
    [302, { Location: "https://10.0.0.1/" }, { outcome: "refused", status: 302 }],
    [429, {}, { outcome: "later", afterMs: null, status: 429 }],
    [429, { "Retry-After": "120" }, { outcome: "later", afterMs: 120_000, status: 429 }],
    [
      503,
      { "Retry-After": "Tue, 24 Nov 2026 12:01:00 GMT" },
      { outcome: "later", afterMs: 60_000, status: 503 },
    ],
    [503, { "Retry-After": "Tue, 24 Nov 2026 11:00:00 GMT" }, { outcome: "later", afterMs: 0, status: 503 }],
    [500, { "Retry-After": "soon" }, { outcome: "later", afterMs: null, status: 500 }],
  ])("that is answered with %i %o has this outcome", async (status, headers, reply) => {
    expect((await sent(status, headers)).reply).toEqual(reply);
  });

  test("that fails is tried later", async () => {
    const keys = parseVapidKey(newVapidKey());
    if (!keys) throw new Error("The new key is no key.");
    const target = { endpoint: "https://push.services.example/device", ...newDevice().keys };
    const site = { keys, subject: "mailto:a@b.c", now };
    const reply = await sendPush(target, "hello", options, site, async () => {
      throw new TypeError("Network connection lost");
    });
    expect(reply).toEqual({ outcome: "later", afterMs: null, status: 0 });
  });
});

test("a topic has 32 characters of base64url and hides its subject", async () => {
  const topic = await pushTopic("chat:018f");
  expect(topic).toMatch(/^[\w-]{32}$/);
  expect(await pushTopic("chat:018f")).toBe(topic);
  expect(await pushTopic("chat:018e")).not.toBe(topic);
});

test("the site's key is read only whole", async () => {
  const key = newVapidKey();
  expect(key).toMatch(/^[\w-]{87}\.[\w-]{43}$/);
  expect(parseVapidKey(key)).toEqual({ publicKey: key.slice(0, 87), privateKey: key.slice(88) });
  for (const broken of ["", "x", key.slice(1), key.slice(0, -3), `${key}.x`, key.slice(0, 87)])
    expect(parseVapidKey(broken)).toBe(null);
});
