import type { Random } from "../pixels/random";

/** Formats a coordinate. All shapes are SVG in the 1000-unit coordinate system; (x, y) is their foot. */
const n = (value: number) => value.toFixed(1);

/** Returns a fir as path data: nine tiers of boughs of random widths. */
export function fir(random: Random, x: number, y: number, height: number): string {
  const tiers = 9;
  const half = height * random.between(0.17, 0.23);
  const left: string[] = [];
  const right: string[] = [];
  for (let tier = 0; tier < tiers; tier += 1) {
    const t = (tier + 1) / tiers;
    const top = y - height + height * 0.94 * (t - 0.75 / tiers);
    const reach = half * t ** 0.85;
    const droop = height * 0.045 * t;
    left.push(
      `${n(x - reach * random.between(0.8, 1.1))} ${n(top + droop)}`,
      `${n(x - reach * 0.42)} ${n(top + droop * 0.2)}`,
    );
    right.unshift(
      `${n(x + reach * 0.42)} ${n(top + droop * 0.2)}`,
      `${n(x + reach * random.between(0.8, 1.1))} ${n(top + droop)}`,
    );
  }
  const trunk = height * 0.018;
  return `M${n(x)} ${n(y - height)}L${left.join("L")}L${n(x - trunk)} ${n(y)}L${n(x + trunk)} ${n(y)}L${right.join("L")}Z`;
}

/**
 * Returns a broad-leaved tree: branches as strokes, leaves as ellipses; `leaf` returns the fill for a lightness in
 * [0, 1].
 */
export function broadTree(
  random: Random,
  x: number,
  y: number,
  height: number,
  bark: string,
  leaf: (lit: number) => string,
): string {
  const limbs: string[] = [];
  const leaves: { lit: number; svg: string }[] = [];
  const grow = (bx: number, by: number, angle: number, length: number, depth: number) => {
    const ex = bx + Math.sin(angle) * length;
    const ey = by - Math.cos(angle) * length;
    const bend = (bx + ex) / 2 + random.between(-0.12, 0.12) * length;
    limbs.push(
      `<path d="M${n(bx)} ${n(by)}Q${n(bend)} ${n((by + ey) / 2)} ${n(ex)} ${n(ey)}" stroke-width="${(height * 0.05 * 0.56 ** depth).toFixed(2)}"/>`,
    );
    if (depth >= 2) {
      for (let tuft = 0; tuft < 34; tuft += 1) {
        const radius = height * random.between(0.005, 0.014);
        const [swing, reach] = [random.between(0, Math.PI * 2), Math.sqrt(random.next())];
        const [dx, dy] = [Math.cos(swing) * reach, Math.sin(swing) * reach];
        const [lx, ly] = [ex + dx * 0.13 * height, ey + dy * 0.105 * height];
        // Each cluster is shaded as a ball lit from above; its darker leaves are drawn first.
        const lit = 0.5 - dy * 0.5 + random.between(-0.22, 0.22);
        leaves.push({
          lit,
          svg: `<ellipse cx="${n(lx)}" cy="${n(ly)}" rx="${n(radius * 1.4)}" ry="${n(radius)}" fill="${leaf(lit)}"/>`,
        });
      }
    }
    if (depth === 4) return;
    const forks = depth === 0 ? 3 : 2;
    for (let fork = 0; fork < forks; fork += 1) {
      const lean = (fork - (forks - 1) / 2) * random.between(0.55, 0.8) + random.between(-0.12, 0.12);
      grow(ex, ey, angle + lean, length * random.between(0.62, 0.78), depth + 1);
    }
  };
  grow(x, y, random.between(-0.08, 0.08), height * 0.3, 0);
  return `<g fill="none" stroke="${bark}" stroke-linecap="round">${limbs.join("")}</g>${leaves
    .sort((a, b) => a.lit - b.lit)
    .map(({ svg }) => svg)
    .join("")}`;
}

export function palm(
  random: Random,
  x: number,
  y: number,
  height: number,
  colour: string,
  lean: number,
): string {
  const [tx, ty] = [x + lean * height * 0.34, y - height];
  const trunk = `<path d="M${n(x - height * 0.022)} ${n(y)}Q${n(x + lean * height * 0.06)} ${n(y - height * 0.55)} ${n(tx)} ${n(ty)}Q${n(x + lean * height * 0.1)} ${n(y - height * 0.5)} ${n(x + height * 0.028)} ${n(y)}Z" fill="${colour}"/>`;
  const fronds = Array.from({ length: 14 }, (_, index) => {
    const angle = -Math.PI * 0.5 + (index / 13 - 0.5) * Math.PI * 1.7 + random.between(-0.06, 0.06);
    const length = height * random.between(0.36, 0.5);
    const at = (t: number) => {
      const droop = length * 0.42 * t * t;
      return [
        tx + Math.cos(angle) * length * t,
        ty + Math.sin(angle) * length * t * 0.9 - length * 0.16 * t + droop,
      ] as const;
    };
    // Leaflets hang from the rib on both sides, longest in the middle.
    const leaflets = Array.from({ length: 24 }, (_, step) => {
      const t = (step + 1) / 25;
      const [bx, by] = at(t);
      const [nx, ny] = at(t + 0.05);
      const hang = length * 0.2 * Math.sin(Math.PI * (0.12 + t * 0.86));
      const ahead = Math.cos(angle) * hang * 0.5;
      return `M${n(bx)} ${n(by)}L${n(bx + ahead)} ${n(by + hang)}L${n(nx)} ${n(ny)}ZM${n(bx)} ${n(by)}L${n(bx + ahead * 1.6)} ${n(by + hang * 0.28)}L${n(nx)} ${n(ny)}Z`;
    });
    const [mx, my] = at(0.5);
    const [ex, ey] = at(1);
    return `M${n(tx)} ${n(ty)}Q${n(mx)} ${n(my - length * 0.05)} ${n(ex)} ${n(ey)}Q${n(mx)} ${n(my + length * 0.03)} ${n(tx)} ${n(ty + 5)}Z${leaflets.join("")}`;
  });
  return `${trunk}<path d="${fronds.join("")}" fill="${colour}"/>`;
}

export const gull = (x: number, y: number, span: number): string =>
  `M${n(x)} ${n(y)}Q${n(x - span * 0.28)} ${n(y - span * 0.3)} ${n(x - span * 0.5)} ${n(y - span * 0.1)}Q${n(x - span * 0.26)} ${n(y - span * 0.2)} ${n(x)} ${n(y + span * 0.06)}Q${n(x + span * 0.26)} ${n(y - span * 0.2)} ${n(x + span * 0.5)} ${n(y - span * 0.1)}Q${n(x + span * 0.28)} ${n(y - span * 0.3)} ${n(x)} ${n(y)}Z`;

export function sailboat(
  x: number,
  y: number,
  size: number,
  hull: string,
  sail: string,
  shade: string,
): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${(size / 100).toFixed(3)})"><path d="M-2 -96L-2 -14L40 -14C34 -50 18 -78 -2 -96Z" fill="${sail}"/><path d="M-6 -84L-6 -14L-34 -14C-28 -40 -18 -64 -6 -84Z" fill="${shade}"/><path d="M-44 -10L48 -10C42 2 34 6 24 6L-26 6C-36 6 -42 0 -44 -10Z" fill="${hull}"/><path d="M-4.500 -98h2v88h-2z" fill="${hull}"/></g>`;
}

export function lighthouse(
  x: number,
  y: number,
  height: number,
  light: string,
  shade: string,
  lamp: string,
): string {
  const s = height / 100;
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${s.toFixed(3)})"><defs><linearGradient id="tower"><stop stop-color="${shade}"/><stop offset="1" stop-color="${light}"/></linearGradient></defs><path d="M-9 0L-6 -74H6L9 0Z" fill="url(#tower)"/><path d="M-8.200 -20L-7.500 -36H7.500L8.200 -20ZM-7 -50L-6.500 -62H6.500L7 -50Z" fill="#b3202c" opacity=".82"/><path d="M-9 -74H9V-77H-9Z" fill="${shade}"/><path d="M-5 -77H5V-88H-5Z" fill="${lamp}"/><path d="M-6.500 -88H6.500L0 -99Z" fill="${shade}"/><path d="M9 0V-12H24V0ZM8 -12L17 -19L26 -12Z" fill="${shade}"/></g>`;
}

export function castle(x: number, y: number, size: number, colour: string, window: string): string {
  const tower = (tx: number, width: number, height: number) =>
    `<path d="M${tx - width} 0V${-height}H${tx + width}V0Z"/><path d="M${tx - width * 1.35} ${-height}L${tx} ${-height - width * 4.2}L${tx + width * 1.35} ${-height}Z"/>`;
  const panes = [
    [-30, -40],
    [-2, -66],
    [2, -52],
    [24, -46],
    [40, -30],
    [-14, -26],
    [12, -24],
  ]
    .map(([px = 0, py = 0]) => `<path d="M${px} ${py}h2.400v4.500h-2.400z"/>`)
    .join("");
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${(size / 100).toFixed(3)})" fill="${colour}"><path d="M-46 0V-22h4v3h4v-3h4v3h4v-3h4v3H30v-3h4v3h4v-3h4v3h4V0Z"/><path d="M-20 0V-44H20V0Z"/>${tower(-30, 5, 50)}${tower(0, 7, 70)}${tower(25, 5.5, 56)}${tower(41, 4, 36)}${tower(-43, 3.6, 32)}<g fill="${window}">${panes}</g></g>`;
}

export function cabin(
  x: number,
  y: number,
  size: number,
  wall: string,
  roof: string,
  window: string,
): string {
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${(size / 100).toFixed(3)})"><path d="M-40 2V-34L0 -62L40 -34V2Z" fill="${wall}"/><path d="M-50 -30L0 -68L50 -30L46 -26L0 -60L-46 -26Z" fill="${roof}"/><path d="M20 -66h9v22h-9z" fill="${roof}"/><path d="M-28 -26h16v14h-16zM12 -26h16v14H12z" fill="${window}"/><path d="M-7 -22H7V2H-7Z" fill="${roof}"/></g>`;
}

type Stripe = readonly [dark: string, pale: string];
const stripes: readonly [Stripe, ...Stripe[]] = [
  ["#e4573d", "#f6c65a"],
  ["#3f7fb8", "#f4ede0"],
  ["#8a4fa0", "#f29a8a"],
  ["#2f9a8a", "#f7d98a"],
];

export function balloon(random: Random, x: number, y: number, size: number, id: number): string {
  const [dark, pale] = random.pick(stripes);
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${(size / 100).toFixed(3)})"><defs><radialGradient id="b${id}" cx=".35" cy=".3" r=".8"><stop stop-color="#fff" stop-opacity=".55"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1a1030" stop-opacity=".5"/></radialGradient></defs><path d="M0 40C-30 20 -44 2 -44 -18A44 44 0 0 1 44 -18C44 2 30 20 0 40Z" fill="${dark}"/><path d="M0 40C-14 20 -24 2 -24 -20C-24 -44 -12 -62 0 -62C12 -62 24 -44 24 -20C24 2 14 20 0 40Z" fill="${pale}"/><path d="M0 40C-5 20 -9 2 -9 -20C-9 -44 -4 -62 0 -62C4 -62 9 -44 9 -20C9 2 5 20 0 40Z" fill="${dark}"/><path d="M0 40C-30 20 -44 2 -44 -18A44 44 0 0 1 44 -18C44 2 30 20 0 40Z" fill="url(#b${id})"/><path d="M-6 40L-5 52M6 40L5 52" stroke="#3a2620" stroke-width="1"/><path d="M-7 52H7L6 62H-6Z" fill="#5a3826"/></g>`;
}

/** Returns a flower: stem, six petals in two tones, centre. */
export function flower(
  random: Random,
  x: number,
  y: number,
  size: number,
  petal: string,
  deep: string,
  stem: string,
): string {
  const lean = random.between(-0.3, 0.3) * size * 3;
  const [hx, hy] = [x + lean, y - size * random.between(3.2, 5.2)];
  const squash = random.between(0.45, 0.85);
  const count = 6;
  const petals = Array.from({ length: count }, (_, index) => {
    const turn = (index / count) * 360 + random.between(-12, 12);
    return `<ellipse cx="0" cy="${n(-size * 0.58)}" rx="${n(size * 0.36)}" ry="${n(size * 0.6)}" fill="${index % 2 ? petal : deep}" transform="rotate(${n(turn)})"/>`;
  });
  return `<path d="M${n(x)} ${n(y)}Q${n(x)} ${n((y + hy) / 2)} ${n(hx)} ${n(hy)}" stroke="${stem}" stroke-width="${n(Math.max(0.8, size * 0.13))}" fill="none"/><g transform="translate(${n(hx)} ${n(hy)}) scale(1 ${squash.toFixed(2)})">${petals.join("")}<circle r="${n(size * 0.24)}" fill="#f2c23c"/></g>`;
}

/** Returns a blade of grass as path data. */
export function blade(random: Random, x: number, y: number, height: number): string {
  const lean = random.between(-0.45, 0.45) * height;
  const half = height * 0.03 + 0.5;
  return `M${n(x - half)} ${n(y)}Q${n(x + lean * 0.2)} ${n(y - height * 0.6)} ${n(x + lean)} ${n(y - height)}Q${n(x + lean * 0.3 + half)} ${n(y - height * 0.5)} ${n(x + half)} ${n(y)}Z`;
}
