/** A device as its browser has subscribed it: the address at its push service and two keys in base64url. */
export interface PushTarget {
  endpoint: string;
  /** The public key of the browser, an uncompressed point on P-256. */
  p256dh: string;
  /** 16 random bytes that only the browser and this site know. */
  auth: string;
}

/** The keys by which this site names itself to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  /** An uncompressed point on P-256. */
  publicKey: string;
  privateKey: string;
}

/** Instructions to the push service about a message (RFC 8030, 5.2 to 5.4). */
export interface PushOptions {
  /** Seconds for which the service keeps the message for a device that it cannot reach. */
  ttl: number;
  urgency: "low" | "normal" | "high";
  /** A message replaces one of the same topic that was not delivered yet. At most 32 characters of base64url. */
  topic: string;
}

/**
 * The reply of a push service. `gone`: the subscription has ended. `foreign`: it is restricted to another key (RFC
 * 8292, 4.2). `later`: try again, after `afterMs` if the service says so. `refused`: the same request will not succeed.
 */
export type PushReply =
  | { outcome: "sent" | "gone" }
  | { outcome: "foreign"; status: number }
  | { outcome: "later"; afterMs: number | null; status: number }
  | { outcome: "refused"; status: number };

/** Bytes of every encrypted text, padded to hide its length. A push service takes 4096 bytes in all (RFC 8291, 4). */
const PADDED_BYTES = 2048;
/** The largest text of a push message, in bytes of UTF-8: one byte marks where the padding begins. */
export const PUSH_TEXT_BYTES = PADDED_BYTES - 1;

const RECORD_BYTES = 4096;
const TIMEOUT_MS = 10_000;
/** A token is good for at most 24 hours (RFC 8292, 2). */
const TOKEN_SECONDS = 12 * 60 * 60;
const CURVE = { name: "ECDH", namedCurve: "P-256" };

/**
 * Sends an encrypted message to a device's push service. Follows no redirect to an unchecked address.
 * @param text at most `PUSH_TEXT_BYTES`
 * @param subject the operator's address for the push service, a `mailto:` or `https:` URL
 */
export async function sendPush(
  target: PushTarget,
  text: string,
  options: PushOptions,
  { keys, subject, now }: { keys: VapidKeys; subject: string; now: Date },
  post: typeof fetch = fetch,
): Promise<PushReply> {
  const [body, token] = await Promise.all([
    encryptPush(text, target),
    vapidToken(new URL(target.endpoint).origin, keys, subject, now),
  ]);
  const response = await post(target.endpoint, {
    method: "POST",
    headers: {
      Authorization: `vapid t=${token}, k=${keys.publicKey}`,
      "Content-Encoding": "aes128gcm",
      "Content-Type": "application/octet-stream",
      TTL: String(options.ttl),
      Urgency: options.urgency,
      Topic: options.topic,
    },
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null);
  if (!response) return { outcome: "later", afterMs: null, status: 0 };
  await response.body?.cancel();
  const { status } = response;
  if (response.ok) return { outcome: "sent" };
  if (status === 404 || status === 410) return { outcome: "gone" };
  if (status === 401 || status === 403) return { outcome: "foreign", status };
  if (status !== 429 && status < 500) return { outcome: "refused", status };
  return { outcome: "later", afterMs: retryAfterMs(response.headers.get("Retry-After"), now), status };
}

/** Returns the milliseconds until a `Retry-After`, seconds or a date (RFC 9110, 10.2.3); null without one. */
function retryAfterMs(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** Returns the topic of a subject: a hash, because push services read topics and limit their characters. */
export async function pushTopic(subject: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subject));
  return Buffer.from(hash).toString("base64url").slice(0, 32);
}

/**
 * Encrypts a text for a device, in one record of the encoding `aes128gcm` (RFC 8291, RFC 8188).
 * @param fixed what is otherwise random or constant, for the example of RFC 8291
 * @throws when the keys of the target are no keys, or the text is too long
 */
export async function encryptPush(
  text: string,
  { p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">,
  fixed: { salt?: Uint8Array<ArrayBuffer>; keys?: CryptoKeyPair; paddedBytes?: number } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const {
    salt = crypto.getRandomValues(new Uint8Array(16)),
    keys = await newKeys(),
    paddedBytes = PADDED_BYTES,
  } = fixed;
  const theirs = bytesOf(p256dh);
  const ours = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
  const publicKey = await crypto.subtle.importKey("raw", theirs, CURVE, false, []);
  const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: publicKey }, keys.privateKey, 256);
  const secret = await hkdf(bytesOf(auth), shared, joined(ascii("WebPush: info\0"), theirs, ours), 32);
  const contentKey = await hkdf(salt, secret, ascii("Content-Encoding: aes128gcm\0"), 16);
  const nonce = await hkdf(salt, secret, ascii("Content-Encoding: nonce\0"), 12);
  const padded = new Uint8Array(paddedBytes);
  const plain = new TextEncoder().encode(text);
  if (plain.length >= paddedBytes)
    throw new RangeError(`A push message has at most ${paddedBytes - 1} bytes.`);
  padded.set(plain);
  // Marks the last record.
  padded[plain.length] = 2;
  const key = await crypto.subtle.importKey("raw", contentKey, "AES-GCM", false, ["encrypt"]);
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, key, padded);
  const recordSize = new Uint8Array(4);
  new DataView(recordSize.buffer).setUint32(0, RECORD_BYTES);
  return joined(salt, recordSize, Uint8Array.of(ours.length), ours, new Uint8Array(sealed));
}

/** Returns a signed token that names the site to one push service (RFC 8292, 2). */
async function vapidToken(audience: string, keys: VapidKeys, subject: string, now: Date): Promise<string> {
  const point = bytesOf(keys.publicKey);
  const part = (from: number) => Buffer.from(point.subarray(from, from + 32)).toString("base64url");
  const key = await crypto.subtle.importKey(
    "jwk",
    { kty: "EC", crv: "P-256", x: part(1), y: part(33), d: keys.privateKey },
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign"],
  );
  const claims = { aud: audience, exp: Math.floor(now.getTime() / 1000) + TOKEN_SECONDS, sub: subject };
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${encoded({ typ: "JWT", alg: "ES256" })}.${encoded(claims)}`;
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, ascii(signed));
  return `${signed}.${Buffer.from(signature).toString("base64url")}`;
}

/** Returns whether both keys of a subscription are what they must be; a point that is not on the curve is no key. */
export async function arePushKeys({ p256dh, auth }: Pick<PushTarget, "p256dh" | "auth">): Promise<boolean> {
  if (bytesOf(auth).length !== 16) return false;
  return crypto.subtle.importKey("raw", bytesOf(p256dh), CURVE, false, []).then(
    () => true,
    () => false,
  );
}

/** Returns the keys in the secret `VAPID_KEY`: public and private key in base64url, with a dot between them. */
export function parseVapidKey(secret: string): VapidKeys | null {
  const [publicKey = "", privateKey = "", ...more] = secret.split(".");
  const isWhole = bytesOf(publicKey).length === 65 && bytesOf(privateKey).length === 32 && more.length === 0;
  return isWhole ? { publicKey, privateKey } : null;
}

/** Makes the pair of keys of one message. */
async function newKeys(): Promise<CryptoKeyPair> {
  // The type also covers algorithms with one key.
  return (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"])) as CryptoKeyPair;
}

async function hkdf(
  salt: Uint8Array<ArrayBuffer>,
  secret: ArrayBuffer,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info }, key, bytes * 8);
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, "base64url"));

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}
