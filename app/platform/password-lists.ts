import { createHash } from "node:crypto";

/** The port for a list of passwords that members should not choose. */
export interface PasswordList {
  /** Returns whether a password is in the list. @throws when the list does not answer in time */
  has: (password: string) => Promise<boolean>;
}

/** The static file of the most used passwords, one a line, in lower case (scripts/common-passwords.ts). */
export const COMMON_PASSWORDS_PATH = "/common-passwords.txt";

/** A request does not wait for the file that another one reads: it would not end if the other were cancelled. */
let common: Set<string> | undefined;

/**
 * Returns the list of the most used passwords, without regard to case. It is a static file, because the Worker's size
 * is limited; a running Worker reads it once.
 */
export function commonPasswords(files: Pick<Fetcher, "fetch">): PasswordList {
  return {
    has: async (password) => {
      common ??= await readLines(files);
      return common.has(password.normalize("NFKC").toLowerCase());
    },
  };
}

async function readLines(files: Pick<Fetcher, "fetch">): Promise<Set<string>> {
  // The host is ignored.
  const reply = await files.fetch(`https://files${COMMON_PASSWORDS_PATH}`);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`The most used passwords returned ${reply.status}.`);
  return new Set(text.split("\n"));
}

const RANGES = "https://api.pwnedpasswords.com/range/";
const PREFIX_LENGTH = 5;
const TIMEOUT_MS = 2000;

/**
 * Returns the list of Have I Been Pwned. The service gets the first five characters of the password's SHA-1, which some
 * hundred known passwords share (k-anonymity), and returns the rest of each with its count, padded.
 */
export function hibp(get: typeof fetch = fetch): PasswordList {
  return {
    has: async (password) => {
      const hash = createHash("sha1").update(password).digest("hex").toUpperCase();
      const response = await get(RANGES + hash.slice(0, PREFIX_LENGTH), {
        headers: { "Add-Padding": "true" },
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`Have I Been Pwned returned ${response.status}.`);
      // Padding has the count 0.
      return text
        .split(/\r?\n/)
        .map((line) => line.split(":"))
        .some(([rest, count]) => rest === hash.slice(PREFIX_LENGTH) && Number(count) > 0);
    },
  };
}

/** An empty list, for sites that ask no service. */
export const noPasswords: PasswordList = { has: async () => false };
