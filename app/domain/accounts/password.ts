import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";

/**
 * The second scrypt setting of OWASP's Password Storage Cheat Sheet. Measured in workerd: about 0.14 s, within a
 * Worker's memory. Tests set a lower one.
 */
export const hashCost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
/** The start of every hash. */
const SCHEME = "scrypt$";

/** Returns `scrypt$N$r$p$salt$key`, salt and key in base64. A new cost breaks no old hash. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, hashCost);
  const { N, r, p } = hashCost;
  return ["scrypt", N, r, p, salt.toString("base64"), key.toString("base64")].join("$");
}

/** Returns whether a password matches a hash. For an account without a password it takes as long, and is false. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, N, r, p, salt, key] = (hasPassword(stored) ? stored : NOBODYS_PASSWORD).split("$");
  if (!salt || !key) return false;
  const expected = Buffer.from(key, "base64");
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: hashCost.maxmem };
  const actual = await derive(password, Buffer.from(salt, "base64"), cost);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Returns what is stored in place of a hash without a password: random, as browser tokens are made with it. */
export const noPassword = () => `none$${randomBytes(16).toString("base64url")}`;

/** Returns whether a stored hash is one of a password. */
export const hasPassword = (stored: string) => stored.startsWith(SCHEME);

/** Whether the account in a row of `users` has a password: `hasPassword` in SQL. */
export const holdsPassword = sql.raw(`users.password GLOB '${SCHEME}*'`);

/** A hash that no password matches. Verifying against it takes as long as against a real one. */
export const NOBODYS_PASSWORD = `scrypt$${hashCost.N}$${hashCost.r}$${hashCost.p}$${"A".repeat(22)}==$${"A".repeat(43)}=`;

function derive(password: string, salt: Buffer, cost: typeof hashCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // NFKC: keyboards encode the same characters differently (NIST SP 800-63B, 5.1.1.2).
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
