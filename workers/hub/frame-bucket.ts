import { FRAMES_AT_ONCE, FRAMES_PER_MINUTE } from "~/contract/limits";

/** What is left of a member's tokens, and since when it grows back. Plain, to survive in a socket's attachment. */
export interface FrameBucket {
  tokens: number;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

export const fullBucket = (now: number): FrameBucket => ({ tokens: FRAMES_AT_ONCE, updatedAt: now });

/** A token bucket (contract.md "The channel"). @returns what is left after one more frame, or null when none may come now */
export function takeToken({ tokens, updatedAt }: FrameBucket, now: number): FrameBucket | null {
  const grown = (Math.max(0, now - updatedAt) / 60_000) * FRAMES_PER_MINUTE;
  const left = Math.min(FRAMES_AT_ONCE, tokens + grown) - 1;
  return left < 0 ? null : { tokens: left, updatedAt: now };
}
