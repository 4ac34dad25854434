import { FRAMES_AT_ONCE, FRAMES_PER_MINUTE } from "~/contract/limits";

/** A member's token bucket: each frame takes one token. A plain object, because it is stored in socket attachments. */
export interface FrameBucket {
  tokens: number;
  /** Milliseconds since 1970. */
  updatedAt: number;
}

/** Returns a full bucket. */
export const fullBucket = (now: number): FrameBucket => ({ tokens: FRAMES_AT_ONCE, updatedAt: now });

/** Takes one token (docs/product.md#channel). @returns the bucket after that, or null when it is empty */
export function takeToken({ tokens, updatedAt }: FrameBucket, now: number): FrameBucket | null {
  const refill = (Math.max(0, now - updatedAt) / 60_000) * FRAMES_PER_MINUTE;
  const left = Math.min(FRAMES_AT_ONCE, tokens + refill) - 1;
  return left < 0 ? null : { tokens: left, updatedAt: now };
}
