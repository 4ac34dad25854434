/** Limits a value to [0, 1]. */
export const clamp = (value: number): number => (value < 0 ? 0 : Math.min(value, 1));

/** Linear interpolation: `from` at amount 0, `to` at amount 1; extrapolates outside. */
export const mix = (from: number, to: number, amount: number): number => from + (to - from) * amount;

/** Hermite interpolation, as in GLSL: 0 at `from`, 1 at `to`, flat at both ends. `from` may be the larger one. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}
