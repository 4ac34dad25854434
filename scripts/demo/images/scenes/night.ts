import { createRandom } from "../../random";
import { sky, stars } from "../render/atmosphere";
import { bloom } from "../render/blur";
import { addLight, blendTowards, gradient, linearColour, smoothstep } from "../render/colour";
import { addGlow, paint } from "../render/frame";
import { hills, paintRange, peaks, treetops } from "../render/land";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { person, pine } from "../render/shapes";
import { water } from "../render/water";

export const milkyWay: Scene = {
  format: "tall",
  compose(frame) {
    const random = createRandom(99);
    sky(
      frame,
      gradient([0, "#070b1c"], [0.5, "#101a3a"], [0.78, "#2c3158"], [0.92, "#8a5a66"], [1, "#d98a5c"]),
      0.88,
    );
    const ridge = peaks(14.2, 0.8, 0.13, 1.9);
    paint(
      frame,
      (u, v, pixel) => {
        const along = (v - 0.9) * 0.52 + u - 0.12;
        const wander = 0.07 * (fbm(u * 3, v * 3, 3) - 0.5);
        const across = (u - 0.16 - (0.9 - v) * 0.4 + wander) / 0.16;
        const band = Math.exp(-across * across);
        if (band < 0.02) return;
        const dust = fbm(u * 7 + 3, v * 7 + along, 5);
        const lane = smoothstep(0.42, 0.62, fbm(u * 9 + 20, v * 6 + 4, 4)) * Math.exp(-((across * 1.9) ** 2));
        const core = Math.exp(-(((v - 0.62) / 0.26) ** 2));
        const strength = band * (0.25 + dust) * (1 - 0.78 * lane);
        addLight(pixel, linearColour("#8f9ad8"), strength * 0.3);
        addLight(pixel, linearColour("#ffb889"), strength * core * 0.42);
        addLight(
          pixel,
          linearColour("#ff7fa8"),
          band * core * smoothstep(0.58, 0.74, noise(u * 22, v * 22)) * 0.05,
        );
        const specks = noise(u * 260, v * 260);
        addLight(pixel, linearColour("#dfe4ff"), strength * smoothstep(0.8, 1, specks) * 0.5);
      },
      { bottom: 0.9 },
    );
    stars(frame, random, { count: 3200, below: ridge, brightness: 1.5 });
    paintRange(frame, peaks(3.3, 0.845, 0.07, 2.3), linearColour("#2a2c50"), linearColour("#7d5566"), 0.12);
    paintRange(frame, ridge, linearColour("#12142c"), linearColour("#0a0b1a"), 0.1, 0.3);
    bloom(frame, 0.7, 0.25, 0.008);
    return `<path d="${person(468, 815, 42)}" fill="#070814"/><circle cx="474" cy="782" r="2.2" fill="#fff6dc"/><circle cx="474" cy="782" r="9" fill="#ffdca0" opacity=".22"/>`;
  },
};

export const auroraLake: Scene = {
  format: "wide",
  compose(frame) {
    const random = createRandom(12);
    const horizon = 0.66;
    sky(frame, gradient([0, "#050a1e"], [0.6, "#0d2238"], [1, "#1d4a52"]), horizon);
    stars(frame, random, { count: 1500, below: () => 0.6, brightness: 1 });
    for (const [curtain, foot, tall, strength] of [
      [2, 0.5, 0.42, 1],
      [9, 0.42, 0.3, 0.65],
      [15, 0.56, 0.24, 0.6],
    ] as const) {
      const folds = Float32Array.from({ length: frame.width }, (_, x) => {
        const u = x / frame.height;
        return 0.16 * Math.sin(u * 2.6 + curtain) + 0.22 * (fbm(u * 1.5 + curtain, curtain, 3) - 0.5);
      });
      const patches = Float32Array.from({ length: frame.width }, (_, x) =>
        smoothstep(0.28, 0.7, fbm((x / frame.height) * 1.3 + curtain * 3, curtain * 2, 2)),
      );
      paint(
        frame,
        (u, v, pixel) => {
          const column = Math.floor(u * frame.height);
          const fold = folds[column] ?? 0;
          const above = foot + fold - v;
          if (above < -0.06 || above > tall * 1.9) return;
          const streak = 0.35 + 0.9 * fbm(u * 26 + curtain * 7 + fold * 12, v * 0.8 + curtain, 3);
          const shape = smoothstep(-0.045, 0.03, above) * Math.exp(-Math.max(0, above) / (tall * 0.42));
          const amount = strength * shape * streak * (patches[column] ?? 0);
          addLight(pixel, linearColour("#3dffa8"), amount * 0.62 * Math.exp(-Math.max(0, above) / 0.16));
          addLight(pixel, linearColour("#9a5cff"), amount * 0.5 * smoothstep(0.08, 0.34, above));
          addLight(pixel, linearColour("#ff7ab8"), amount * 0.16 * smoothstep(0.03, -0.03, above));
        },
        { bottom: horizon },
      );
    }
    paintRange(frame, peaks(8.1, 0.585, 0.14, 1.5), linearColour("#12283a"), linearColour("#1d4650"), 0.14);
    paintRange(
      frame,
      treetops(hills(2, 0.645, 0.03, 1.8), 4, 0.035, 62),
      linearColour("#050d18"),
      linearColour("#06111c"),
      0.05,
    );
    water(frame, {
      seed: 3,
      horizon,
      ripple: 0.26,
      deep: linearColour("#04101e"),
      deepness: 0.5,
      shine: 0.85,
    });
    bloom(frame, 0.5, 0.25, 0.03);
    const trees = Array.from({ length: 26 }, (_, tree) => {
      const left = tree < 16;
      const x = left ? random.between(-20, 330) : random.between(1560, 1800);
      const edge = left ? (330 - x) / 350 : (x - 1560) / 220;
      return pine(random, x, 1030, random.between(120, 210) + edge * random.between(120, 330), 0.3);
    });
    return `<path d="${trees.join(" ")}" fill="#020710"/>`;
  },
};

export const starTrails: Scene = {
  format: "square",
  compose(frame) {
    const random = createRandom(5);
    const pole = { x: 560, y: 300 };
    sky(frame, gradient([0, "#0a1230"], [0.55, "#1a2a5c"], [0.85, "#4a4a82"], [1, "#c07f7c"]), 0.8);
    paintRange(frame, peaks(31, 0.74, 0.08, 2.2), linearColour("#252a56"), linearColour("#6a567c"), 0.12);
    paintRange(
      frame,
      hills(6, 0.84, 0.05, 1.4, 5),
      linearColour("#10142c"),
      linearColour("#070914"),
      0.1,
      0.5,
    );
    addGlow(frame, { u: 0.34, v: 0.845, radius: 0.13, squash: 1.6 }, linearColour("#ff9a3c"), 0.34);
    addGlow(frame, { u: 0.34, v: 0.835, radius: 0.045 }, linearColour("#ffb45c"), 0.5);
    const tints = ["#ffffff", "#cfe0ff", "#ffe2bd", "#a9c4ff", "#ffd0a8"];
    const arcs = Array.from({ length: 560 }, () => {
      const radius = 14 + 900 * Math.sqrt(random.next());
      const start = random.between(0, Math.PI * 2);
      const end = start + random.between(0.42, 0.5);
      const lowest = pole.y + radius * Math.max(Math.sin(start), Math.sin(end));
      const clear = 1 - smoothstep(520, 735, lowest);
      if (clear < 0.05) return "";
      const point = (angle: number) =>
        `${(pole.x + Math.cos(angle) * radius).toFixed(1)} ${(pole.y + Math.sin(angle) * radius).toFixed(1)}`;
      const r = radius.toFixed(1);
      const opacity = (random.between(0.18, 0.8) * clear).toFixed(2);
      return `<path d="M${point(start)}A${r} ${r} 0 0 1 ${point(end)}" stroke="${random.pick(tints)}" stroke-width="${random.between(0.7, 1.9).toFixed(2)}" stroke-opacity="${opacity}"/>`;
    });
    return `<g fill="none" stroke-linecap="round">${arcs.join("")}</g>
<defs><radialGradient id="tent" cx=".5" cy=".8" r=".8"><stop stop-color="#fff0b8"/><stop offset=".4" stop-color="#ffb350"/><stop offset="1" stop-color="#c4552a"/></radialGradient></defs><path d="M268 866Q300 806 340 778Q384 808 414 866Z" fill="url(#tent)"/><path d="M340 778Q330 820 322 866M340 778Q356 818 366 866" stroke="#8a3c1e" stroke-width="1.6" fill="none" opacity=".7"/><path d="M262 867H420" stroke="#1a0e12" stroke-width="4"/>`;
  },
};

const corona = gradient(
  [0, "#ffffff", 3],
  [0.06, "#fff4e4", 1.6],
  [0.2, "#ffd9b0"],
  [0.45, "#a8748a"],
  [0.75, "#3a3560"],
  [1, "#0d1128"],
);

export const eclipse: Scene = {
  format: "square",
  compose(frame) {
    const moon = 0.142;
    paint(frame, (u, v, pixel) => {
      const du = u - 0.5;
      const dv = v - 0.46;
      const distance = Math.hypot(du, dv);
      const angle = Math.atan2(dv, du);
      const strands = fbm(Math.cos(angle) * 5 + 40, Math.sin(angle) * 5 + 40 + distance * 1.4, 4);
      const fine = fbm(Math.cos(angle) * 17 + 9, Math.sin(angle) * 17 + 9 + distance, 3);
      const wings = 0.75 + 0.5 * Math.cos(2 * (angle + 0.35));
      const reach = (0.1 + 0.36 * strands * wings) * (0.75 + 0.5 * fine);
      const out = Math.max(0, distance - moon);
      blendTowards(pixel, corona(1 - Math.exp(-out / reach) + distance * 0.06), 1);
      const flame = Math.exp(-(((angle - 2.2) / 0.09) ** 2)) + 0.7 * Math.exp(-(((angle + 0.9) / 0.05) ** 2));
      addLight(
        pixel,
        linearColour("#ff4a5c"),
        flame * Math.exp(-(((distance - moon - 0.003) / 0.006) ** 2)) * 2.4,
      );
    });
    addGlow(frame, { u: 0.5 + moon * 0.72, v: 0.46 - moon * 0.7, radius: 0.02 }, linearColour("#ffffff"), 9);
    bloom(frame, 0.9, 0.42, 0.05);
    stars(frame, createRandom(2), { count: 90, below: () => 1, brightness: 0.5 });
    return `<circle cx="500" cy="460" r="${moon * 1000 - 0.5}" fill="#07070f"/><circle cx="602" cy="359" r="13" fill="#fff" filter="url(#b)"/><filter id="b" x="-2" y="-2" width="5" height="5"><feGaussianBlur stdDeviation="7"/></filter>`;
  },
};
