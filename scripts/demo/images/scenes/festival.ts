import { createRandom } from "../../random";
import { sky } from "../render/atmosphere";
import { bloom } from "../render/blur";
import { addLight, blendTowards, gradient, linearColour, scaleLight, smoothstep } from "../render/colour";
import { addBokehDisc, addGlow, paint, paintBelow } from "../render/frame";
import { hills, paintRange, treetops } from "../render/land";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { water } from "../render/water";

export const fireworks: Scene = {
  format: "portrait",
  compose(frame) {
    const random = createRandom(311);
    const horizon = 0.76;
    sky(frame, gradient([0, "#060817"], [0.7, "#141738"], [1, "#3a2a50"]), horizon);
    const bursts = [
      [0.3, 0.27, 0.23, "#ffb45c", 150],
      [0.58, 0.2, 0.15, "#ff5a7a", 100],
      [0.52, 0.44, 0.16, "#7ab8ff", 90],
      [0.17, 0.5, 0.1, "#ffe0b0", 70],
    ] as const;
    for (const [cu, cv, reach, tint, count] of bursts) {
      addGlow(frame, { u: cu, v: cv, radius: reach * 0.8 }, linearColour(tint), 0.12);
      for (let spark = 0; spark < count; spark += 1) {
        const angle = random.between(0, Math.PI * 2);
        const throwOut = reach * Math.sqrt(1 - random.next() ** 2 * 0.75) * random.between(0.86, 1.04);
        for (let step = 6; step < 40; step += 1) {
          const t = step / 40;
          const slow = 1 - (1 - t) ** 2;
          const u = cu + Math.cos(angle) * throwOut * slow;
          const v = cv + Math.sin(angle) * throwOut * slow + 0.06 * t * t;
          const fade = t ** 1.5 * (t > 0.92 ? 2.2 : 1);
          addBokehDisc(
            frame,
            { u, v, radius: 0.0013 },
            linearColour(t > 0.7 ? tint : "#fff0d8"),
            fade * 0.85,
            0,
          );
        }
      }
    }
    for (let drift = 0; drift < 1; drift += 1) {
      paint(
        frame,
        (u, v, pixel) =>
          addLight(
            pixel,
            linearColour("#8a6a8a"),
            0.07 * smoothstep(0.45, 0.8, fbm(u * 4, v * 4, 4)) * Math.exp(-(((v - 0.4) / 0.25) ** 2)),
          ),
        { bottom: horizon },
      );
    }
    paintRange(
      frame,
      treetops(hills(9, horizon - 0.012, 0.025, 2.1), 2, 0.03, 30),
      linearColour("#0a0a1c"),
      linearColour("#0c0b20"),
      0.05,
    );
    for (let lamp = 0; lamp < 40; lamp += 1)
      addGlow(
        frame,
        { u: random.next() * 0.8, v: random.between(0.735, 0.758), radius: 0.0022 },
        linearColour("#ffc47c"),
        random.between(0.6, 2.4),
      );
    water(frame, {
      seed: 8,
      horizon,
      ripple: 0.7,
      deep: linearColour("#060916"),
      deepness: 0.4,
      shine: 0.9,
      stretch: 2.2,
    });
    bloom(frame, 0.6, 0.7, 0.016);
    paintBelow(
      frame,
      () => 0.955,
      (_u, _v, _depth, pixel) => {
        blendTowards(pixel, linearColour("#05050d"), 1);
        scaleLight(pixel, 1);
      },
    );
    const heads = Array.from({ length: 30 }, () => {
      const x = random.between(0, 800);
      const size = random.between(15, 22);
      const y = random.between(938, 975);
      return `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${(size * 0.8).toFixed(1)}" ry="${size.toFixed(1)}"/><path d="M${(x - size * 2).toFixed(0)} 1010Q${(x - size * 1.8).toFixed(0)} ${(y + size * 0.9).toFixed(0)} ${x.toFixed(0)} ${(y + size * 0.8).toFixed(0)}T${(x + size * 2).toFixed(0)} 1010Z"/>`;
    });
    return `<g fill="#04040b">${heads.join("")}</g>`;
  },
};

export const lanternsOnWater: Scene = {
  format: "square",
  compose(frame) {
    const random = createRandom(815);
    const horizon = 0.36;
    sky(frame, gradient([0, "#0d1230"], [0.7, "#2a2a58"], [1, "#6a4a70"]), horizon);
    paintRange(
      frame,
      treetops(hills(8, horizon - 0.02, 0.05, 1.6), 5, 0.032, 47),
      linearColour("#0b0d22"),
      linearColour("#15142e"),
      0.1,
    );
    water(frame, { seed: 9, horizon, ripple: 0.5, deep: linearColour("#0a0e26"), deepness: 0.6, shine: 0.8 });
    const lanterns = Array.from({ length: 74 }, () => {
      const near = random.next() ** 1.7;
      return {
        u: random.between(-0.02, 1.02),
        v: horizon + 0.022 + near * 0.56,
        size: 0.0065 + near * 0.046,
      };
    }).sort((a, b) => a.v - b.v);
    for (const { u, v, size } of lanterns) {
      addGlow(frame, { u, v: v - size * 0.4, radius: size * 2.6 }, linearColour("#ff8a34"), 0.17);
      paint(
        frame,
        (x, y, pixel) => {
          const down = (y - v - size * 0.35) / (size * 5.5);
          if (down < 0) return;
          const sway = (noise(y * 95, u * 40) - 0.5) * size * (0.6 + 2.2 * down);
          const away = (x - u - sway) / (size * (0.55 + 0.25 * down));
          addLight(
            pixel,
            linearColour("#ff9a3e"),
            0.95 * Math.exp(-away * away * 1.6) * (1 - down) ** 2 * (0.55 + 0.45 * noise(x * 30, y * 190)),
          );
        },
        { top: v + size * 0.35, bottom: v + size * 5.8, left: u - size * 2.4, right: u + size * 2.4 },
      );
    }
    bloom(frame, 0.7, 0.35, 0.02);
    const paper = lanterns.map(({ u, v, size }) => {
      const s = size * 1000;
      const x = u * 1000;
      const y = v * 1000;
      const at = (dx: number, dy: number) => `${(x + dx * s).toFixed(1)} ${(y + dy * s).toFixed(1)}`;
      return `<g><path d="M${at(-0.62, -1.15)}L${at(0.12, -1.28)}L${at(0.68, -1.1)}L${at(0.62, 0.36)}L${at(0.1, 0.52)}L${at(-0.56, 0.32)}Z" fill="url(#paper)"/><path d="M${at(0.12, -1.28)}L${at(0.68, -1.1)}L${at(0.62, 0.36)}L${at(0.1, 0.52)}Z" fill="#c2481a" opacity=".42"/></g>`;
    });
    return `<defs><radialGradient id="paper" cx=".45" cy=".72" r=".75"><stop stop-color="#fffbe2"/><stop offset=".35" stop-color="#ffd58a"/><stop offset=".75" stop-color="#ff9a44"/><stop offset="1" stop-color="#d9642a"/></radialGradient></defs>${paper.join("")}`;
  },
};
