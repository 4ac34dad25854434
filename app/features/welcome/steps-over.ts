import { MEMBER_KEYS, storedText, storeText } from "~/features/session/member-storage";

/** `localStorage` key: the member has finished the first steps, or dismissed them. Deleted on log-out. */
const storageKey = (memberId: string) => `${MEMBER_KEYS}steps_over_${memberId}`;

/** Returns whether the first steps are over. Without storage they end with the last step only. */
export const areStepsOver = (memberId: string): boolean => storedText(storageKey(memberId)) !== null;

export const endSteps = (memberId: string) => storeText(storageKey(memberId), "1");
