import type { UserSummary } from "./accounts";
import { fold } from "./fold";

/** Returns whether the username or full name contains a text, without regard to case and accents. */
export function nameContains(
  { username, fullName }: Pick<UserSummary, "username" | "fullName">,
  text: string,
): boolean {
  const wanted = fold(text);
  return wanted === "" || [username, fullName].some((name) => fold(name).includes(wanted));
}
