import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** A browser's half of a push subscription. */
export interface Device {
  /** The keys in base64url, as the browser gives them to the site. */
  keys: { p256dh: string; auth: string };
  /** In base64url. */
  privateKey: string;
}

/** Makes the keys of a browser that subscribes. */
export function newDevice(): Device {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return {
    keys: {
      p256dh: pair.getPublicKey("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
    privateKey: pair.getPrivateKey("base64url"),
  };
}

/**
 * Decrypts a push message as a browser does (RFC 8291), with another implementation than the site's.
 * @throws when the device has other keys, or the message was changed
 */
export function openPush(body: Uint8Array, { keys, privateKey }: Device): string {
  const bytes = Buffer.from(body);
  const salt = bytes.subarray(0, 16);
  const idLength = bytes.readUInt8(20);
  const sender = bytes.subarray(21, 21 + idLength);
  const sealed = bytes.subarray(21 + idLength);
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey, "base64url");
  const derive = (secret: Buffer, salting: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salting, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), Buffer.from(keys.p256dh, "base64url"), sender]);
  const secret = derive(pair.computeSecret(sender), Buffer.from(keys.auth, "base64url"), info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The padding: zeros behind the delimiter of the last record.
  const end = plain.findLastIndex((byte) => byte !== 0);
  if (plain[end] !== 2) throw new Error("The message has no delimiter of a last record.");
  return plain.subarray(0, end).toString("utf8");
}

/** The host of a push service that sites under test know (`AFTERGLOW_PUSH_HOSTS`). It does not exist (RFC 2606). */
export const PUSH_HOST = "push.services.example";

/** Returns the body of a call that turns push notifications on, as a browser makes it. */
export function newSubscription() {
  return {
    endpoint: `https://${PUSH_HOST}/${randomBytes(16).toString("hex")}`,
    ...newDevice().keys,
    showsText: true,
  };
}

/** Hours of each day in which nothing is pushed. */
export const quietHours = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" };
