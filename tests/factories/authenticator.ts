import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

interface Options {
  origin?: string;
  rpId?: string;
  /** The purpose in the client data, of another ceremony. */
  type?: string;
  /** Whether the page was in a frame of another site. */
  crossOrigin?: boolean;
  isPresent?: boolean;
  isVerified?: boolean;
  /** The value of the signature counter; by default it grows. */
  counter?: number;
  userHandle?: string;
}

/** The keys of an authenticator, by the algorithm. Sites accept the first two. */
const keyPairs = {
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2048 }),
  ES384: () => generateKeyPairSync("ec", { namedCurve: "P-384" }),
  "RS256 with a short key": () => generateKeyPairSync("rsa", { modulusLength: 1024 }),
};
export type Algorithm = keyof typeof keyPairs;

/** A software authenticator with one passkey. It signs what a browser would let it sign, or wrong things for a test. */
export class Authenticator {
  readonly id = randomBytes(16).toString("base64url");
  private readonly privateKey: KeyObject;
  private readonly publicKey: string;
  private counter = 0;

  constructor(
    private readonly site: string,
    algorithm: Algorithm = "ES256",
  ) {
    const { privateKey, publicKey } = keyPairs[algorithm]();
    this.privateKey = privateKey;
    this.publicKey = publicKey.export({ type: "spki", format: "der" }).toString("base64url");
  }

  /** Returns the response to a request for a new passkey. */
  create(challenge: string, options: Options = {}) {
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    // The COSE form of the key, which would follow, is not read.
    const authData = Buffer.concat([this.authData(options, HAS_KEY), Buffer.alloc(16), length, id]);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: this.clientData("webauthn.create", challenge, options).toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        publicKey: this.publicKey,
      },
    };
  }

  /** Returns the response to a challenge. */
  get(challenge: string, options: Options = {}) {
    const clientData = this.clientData("webauthn.get", challenge, options);
    const authData = this.authData(options);
    const signature = sign("sha256", Buffer.concat([authData, sha256(clientData)]), this.privateKey);
    return {
      ...this.credential(),
      response: {
        clientDataJSON: clientData.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: signature.toString("base64url"),
        ...(options.userHandle ? { userHandle: options.userHandle } : {}),
      },
    };
  }

  private credential() {
    return { id: this.id, rawId: this.id, type: "public-key" as const, clientExtensionResults: {} };
  }

  private clientData(
    purpose: string,
    challenge: string,
    { origin = this.site, type = purpose, crossOrigin = false }: Options,
  ): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }));
  }

  private authData(
    { rpId = new URL(this.site).hostname, isPresent = true, isVerified = true, counter }: Options,
    flags = 0,
  ): Buffer {
    this.counter = counter ?? this.counter + 1;
    const signCount = Buffer.alloc(4);
    signCount.writeUInt32BE(this.counter);
    const all = flags | (isPresent ? USER_PRESENT : 0) | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), signCount]);
  }
}
