import { USERNAME_MAX, USERNAME_MIN, USERNAME_SUFFIX_MAX } from "~/contract/limits";

/**
 * The username a member has until profile setup: the letters, digits, `_` and `.` of the e-mail's local part and a
 * number from 0 to 999 (spec point 2, contract.md "Accounts"). After `attempt` numbers were taken, more digits.
 * @param random a number from 0 up to, but not, 1
 */
export function provisionalUsername(
  email: string,
  attempt: number,
  random: () => number = Math.random,
): string {
  const local = email.split("@")[0] ?? "";
  const name = local.replace(/[^A-Za-z0-9_.]/g, "") || "member";
  const most = attempt < 5 ? USERNAME_SUFFIX_MAX : 10 ** 9 - 1;
  // A one-letter name needs a number of two digits to be long enough.
  const digits = USERNAME_MIN - name.length;
  const least = digits > 1 ? 10 ** (digits - 1) : 0;
  const suffix = String(least + Math.floor(random() * (most - least + 1)));
  return name.slice(0, USERNAME_MAX - suffix.length) + suffix;
}
