import { FRAMES_AT_ONCE, FRAMES_PER_MINUTE } from "~/contract/limits";

/** What is left of a member's frames, and since when it grows back. Plain, to survive in a socket's attachment. */
export interface Allowance {
  frames: number;
  /** Milliseconds since 1970. */
  at: number;
}

export const fullAllowance = (now: number): Allowance => ({ frames: FRAMES_AT_ONCE, at: now });

/** A token bucket (contract.md "The channel"). @returns what is left after one more frame, or null when none may come now */
export function spendFrame({ frames, at }: Allowance, now: number): Allowance | null {
  const grown = (Math.max(0, now - at) / 60_000) * FRAMES_PER_MINUTE;
  const left = Math.min(FRAMES_AT_ONCE, frames + grown) - 1;
  return left < 0 ? null : { frames: left, at: now };
}
