import { MEMBER_KEYS } from "~/features/session/member-storage";

/** `localStorage` key: the member has finished the first steps, or dismissed them. Deleted on log-out. */
const keyOf = (memberId: string) => `${MEMBER_KEYS}steps_over_${memberId}`;

/** Returns whether the first steps are over. Without storage they end with the last step only. */
export function areStepsOver(memberId: string): boolean {
  try {
    return localStorage.getItem(keyOf(memberId)) !== null;
  } catch {
    return false;
  }
}

export function endSteps(memberId: string): void {
  try {
    localStorage.setItem(keyOf(memberId), "1");
  } catch {
    // Storage is disabled or full.
  }
}
