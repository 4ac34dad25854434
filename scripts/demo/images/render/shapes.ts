import type { Random } from "../../random";

/** Shapes as SVG path data, in overlay units (1000 to the frame's height). */

const format = (value: number): string => value.toFixed(1);

/** Returns a conifer standing at (x, y): tiers of drooping boughs. */
export function pine(random: Random, x: number, y: number, height: number, girth = 0.3): string {
  const tiers = Math.max(9, Math.round(9 + height / 14));
  const left: string[] = [];
  const right: string[] = [];
  for (let tier = 0; tier <= tiers; tier += 1) {
    const down = tier / tiers;
    const level = y - height * (1 - down * 0.97);
    const reach = height * girth * (0.04 + 0.5 * down ** 0.86);
    const droop = (height / tiers) * 0.62;
    const out = reach * random.between(0.58, 1.2);
    const back = reach * random.between(0.3, 0.52);
    left.unshift(
      `L${format(x - back)} ${format(level + droop * 0.2)} L${format(x - out)} ${format(level + droop)}`,
    );
    const outRight = reach * random.between(0.58, 1.2);
    right.push(
      `L${format(x + outRight)} ${format(level + droop)} L${format(x + back)} ${format(level + droop * 0.2)}`,
    );
  }
  const trunk = height * 0.018;
  const foot = `L${format(x + trunk)} ${format(y)} L${format(x - trunk)} ${format(y)}`;
  return `M${format(x)} ${format(y - height * 1.04)} ${right.join(" ")} ${foot} ${left.join(" ")} Z`;
}

interface Branch {
  readonly path: string;
  readonly width: number;
}

/** Returns a bare tree: recursive branches that get thinner. */
export function branches(
  random: Random,
  root: { x: number; y: number; angle: number; length: number; width: number },
  forks: number,
): readonly Branch[] {
  const { x, y, angle, length, width } = root;
  const bend = random.between(-0.22, 0.22);
  const middleX = x + Math.cos(angle + bend) * length * 0.5;
  const middleY = y + Math.sin(angle + bend) * length * 0.5;
  const endX = x + Math.cos(angle) * length;
  const endY = y + Math.sin(angle) * length;
  const path = `M${format(x)} ${format(y)} Q${format(middleX)} ${format(middleY)} ${format(endX)} ${format(endY)}`;
  const limb = { path, width };
  if (forks === 0) return [limb];
  const arms = random.chance(0.35) ? 3 : 2;
  const spread = random.between(0.38, 0.62);
  const limbs = Array.from({ length: arms }, (_, arm) => {
    const turn = (arm / (arms - 1) - 0.5) * 2 * spread + random.between(-0.14, 0.14);
    const child = {
      x: endX,
      y: endY,
      angle: angle + turn,
      length: length * random.between(0.66, 0.84),
      width: width * (arms === 2 ? 0.68 : 0.58),
    };
    return branches(random, child, forks - 1);
  });
  return [limb, ...limbs.flat()];
}

export function strokes(limbs: readonly Branch[], colour: string): string {
  const lines = limbs.map(({ path, width }) => `<path d="${path}" stroke-width="${width.toFixed(2)}"/>`);
  return `<g fill="none" stroke="${colour}" stroke-linecap="round">${lines.join("")}</g>`;
}

/** Returns a bent blade of grass or reed. */
export function blade(x: number, y: number, height: number, lean: number, width: number): string {
  const tipX = x + lean * height;
  const kneeX = x + lean * height * 0.25;
  const kneeY = y - height * 0.6;
  return `M${format(x - width)} ${format(y)} Q${format(kneeX - width * 0.6)} ${format(kneeY)} ${format(tipX)} ${format(
    y - height,
  )} Q${format(kneeX + width * 0.6)} ${format(kneeY)} ${format(x + width)} ${format(y)} Z`;
}

/** Returns a distant gull: two arcs. */
export function bird(x: number, y: number, span: number, tilt: number): string {
  const lift = span * 0.22;
  const side = (sign: number) =>
    `Q${format(x + sign * span * 0.3)} ${format(y - lift + sign * tilt)} ${format(x + sign * span)} ${format(
      y - lift * 0.35 + sign * tilt * 2,
    )} Q${format(x + sign * span * 0.34)} ${format(y - lift * 0.62 + sign * tilt)} ${format(x)} ${format(y + span * 0.09)}`;
  return `M${format(x)} ${format(y)} ${side(1)} Z M${format(x)} ${format(y)} ${side(-1)} Z`;
}

/** Returns a standing person seen from behind, `height` tall, feet at (x, y). */
export function person(x: number, y: number, height: number): string {
  const h = height;
  const at = (dx: number, dy: number) => `${format(x + dx * h)} ${format(y - dy * h)}`;
  const head = `M${at(-0.062, 0.92)} a${format(h * 0.062)} ${format(h * 0.075)} 0 1 1 ${format(h * 0.124)} 0 a${format(
    h * 0.062,
  )} ${format(h * 0.075)} 0 1 1 ${format(-h * 0.124)} 0Z`;
  const coat = `M${at(-0.03, 0.87)} L${at(0.03, 0.87)} C${at(0.05, 0.83)} ${at(0.13, 0.83)} ${at(0.14, 0.76)} L${at(
    0.165,
    0.5,
  )} L${at(0.12, 0.48)} L${at(0.11, 0.62)} L${at(0.13, 0.36)} L${at(-0.13, 0.36)} L${at(-0.11, 0.62)} L${at(
    -0.12,
    0.48,
  )} L${at(-0.165, 0.5)} L${at(-0.14, 0.76)} C${at(-0.13, 0.83)} ${at(-0.05, 0.83)} ${at(-0.03, 0.87)} Z`;
  const legs = `M${at(-0.1, 0.38)} L${at(-0.085, 0)} L${at(-0.02, 0)} L${at(0, 0.3)} L${at(0.025, 0)} L${at(
    0.09,
    0,
  )} L${at(0.1, 0.38)} Z`;
  return `${head} ${coat} ${legs}`;
}
