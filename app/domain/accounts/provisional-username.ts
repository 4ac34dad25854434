import { USERNAME_MAX, USERNAME_MIN, USERNAME_SUFFIX_MAX } from "~/contract/limits";

/**
 * Returns the username that a member has until profile setup: the letters, digits, `_` and `.` of the email's local
 * part and a number from 0 to 999 (docs/product.md#accounts). From the sixth attempt on it has up to nine digits.
 * @param attempt how many usernames were taken before
 * @param random returns a number from 0 (included) to 1 (excluded)
 */
export function provisionalUsername(
  email: string,
  attempt: number,
  random: () => number = Math.random,
): string {
  const local = email.split("@")[0] ?? "";
  const name = local.replace(/[^A-Za-z0-9_.]/g, "") || "member";
  const most = attempt < 5 ? USERNAME_SUFFIX_MAX : 10 ** 9 - 1;
  // A short name gets more digits, so that the username reaches its minimum length.
  const digits = USERNAME_MIN - name.length;
  const least = digits > 1 ? 10 ** (digits - 1) : 0;
  const suffix = String(least + Math.floor(random() * (most - least + 1)));
  return name.slice(0, USERNAME_MAX - suffix.length) + suffix;
}
