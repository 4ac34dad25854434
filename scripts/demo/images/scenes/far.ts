import { createRandom } from "../../random";
import { clouds, mist, sky } from "../render/atmosphere";
import { bloom } from "../render/blur";
import {
  addLight,
  blendTowards,
  gradient,
  linearColour,
  mixColour,
  scaleLight,
  smoothstep,
} from "../render/colour";
import { addBokehDisc, addGlow, paint, paintBelow } from "../render/frame";
import { hills, paintRange, treetops } from "../render/land";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { blade } from "../render/shapes";

export const moonrise: Scene = {
  format: "portrait",
  compose(frame) {
    const random = createRandom(28);
    sky(
      frame,
      gradient([0, "#27376e"], [0.4, "#5f6aa8"], [0.68, "#b49ac0"], [0.88, "#f0b8b4"], [1, "#f6c8ac"]),
      0.74,
    );
    const moon = { u: 0.5, v: 0.44, r: 0.105 };
    addGlow(frame, { u: moon.u, v: moon.v, radius: 0.26 }, linearColour("#ffd9a8"), 0.3);
    paint(
      frame,
      (u, v, pixel) => {
        const du = (u - moon.u) / moon.r;
        const dv = (v - moon.v) / moon.r;
        const out = du * du + dv * dv;
        if (out > 1.05) return;
        const seas = smoothstep(0.44, 0.6, fbm(du * 1.5 + 7.2, dv * 1.5 + 3.1, 4));
        const rays = fbm(du * 6, dv * 6 + 4, 4);
        const face = mixColour(linearColour("#fff0cf", 1.15), linearColour("#c9a98c"), seas * 0.62);
        const side = 1 - 0.28 * smoothstep(0.2, 1, out);
        blendTowards(
          pixel,
          {
            r: face.r * side * (0.86 + 0.28 * rays),
            g: face.g * side * (0.86 + 0.28 * rays),
            b: face.b * side * (0.86 + 0.28 * rays),
          },
          smoothstep(1.02, 0.975, out) * (0.92 - 0.3 * smoothstep(-0.2, 1.2, dv)),
        );
      },
      { top: 0.3, bottom: 0.6 },
    );
    clouds(frame, {
      seed: 33,
      horizon: 0.78,
      scale: 0.42,
      stretch: 3.4,
      clear: 0.55,
      softness: 0.2,
      lit: linearColour("#f6c4b8"),
      shade: linearColour("#9a86b4"),
      amount: 0.5,
    });
    paintRange(frame, hills(44, 0.7, 0.05, 1.5, 4), linearColour("#8a7aa6"), linearColour("#d0a9b2"), 0.08);
    paintRange(
      frame,
      treetops(hills(7, 0.755, 0.03, 1.8), 9, 0.03, 34),
      linearColour("#4a4672"),
      linearColour("#a88ba0"),
      0.07,
    );
    mist(frame, { v: 0.785, thickness: 0.025, seed: 6 }, linearColour("#f0cfcb"), 0.6);
    paintBelow(frame, hills(3, 0.8, 0.014, 1.2), (u, v, depth, pixel) => {
      const near = 0.06 + depth;
      const row = Math.sin(((u - 0.42) / near) * 5.2 + noise(u * 3, v * 3) * 0.7);
      blendTowards(
        pixel,
        mixColour(linearColour("#a58a7c"), linearColour("#4a3a4a"), smoothstep(0, 0.2, depth)),
        1,
      );
      scaleLight(pixel, 0.84 + 0.24 * row + 0.3 * (fbm((u * 60) / (near * 6 + 0.4), v * 120, 3) - 0.5));
      addLight(pixel, linearColour("#ffd2a0"), 0.06 * smoothstep(0.3, 1, row));
    });
    const grass = Array.from({ length: 340 }, () =>
      blade(random.between(-10, 820), 1010, random.between(18, 70), random.between(-0.3, 0.4), 1.3),
    ).join("");
    return `<g transform="translate(0 26)"><path d="M612 742V706L640 690L668 706V742Z" fill="#3a3458"/><path d="M606 709L640 687L674 709Z" fill="#2c2748"/><path d="M634 716h10v11h-10z" fill="#ffcf86"/></g><path d="${grass}" fill="#241c2e"/>`;
  },
};

export const desertRoad: Scene = {
  format: "tall",
  compose(frame) {
    const horizon = 0.56;
    sky(
      frame,
      gradient([0, "#35407c"], [0.35, "#8a6fa6"], [0.62, "#e88f94"], [0.84, "#ffb483"], [1, "#ffdc9e"]),
      horizon,
    );
    clouds(frame, {
      seed: 88,
      horizon,
      scale: 0.55,
      stretch: 1.5,
      clear: 0.47,
      softness: 0.22,
      lit: linearColour("#ffab8a"),
      shade: linearColour("#7a5f96"),
      amount: 0.85,
    });
    addGlow(frame, { u: 0.33, v: 0.545, radius: 0.24, squash: 1.5 }, linearColour("#ffc27a"), 0.7);
    const mesa = (u: number) =>
      0.545 -
      0.075 * smoothstep(0.03, 0.055, u) * smoothstep(0.2, 0.17, u) -
      0.045 * smoothstep(0.47, 0.485, u) * smoothstep(0.6, 0.585, u) -
      0.1 * smoothstep(0.615, 0.63, u) +
      0.008 * fbm(u * 40, 3, 3);
    paintRange(frame, mesa, linearColour("#8a4f62"), linearColour("#c87a6a"), 0.1, 0.5);
    paint(
      frame,
      (u, v, pixel) => {
        const near = (v - horizon) / (1 - horizon);
        const far = 1 / (near + 0.02);
        const scrub = fbm((u - 0.33) * far * 6, far * 9, 4);
        blendTowards(
          pixel,
          mixColour(linearColour("#d98a62"), linearColour("#5a3040"), smoothstep(0, 1, near)),
          1,
        );
        scaleLight(pixel, 0.7 + 0.6 * scrub);
        blendTowards(
          pixel,
          linearColour("#3a2a34"),
          0.75 * smoothstep(0.58, 0.66, noise((u - 0.33) * far * 13, far * 15)) * smoothstep(0, 0.1, near),
        );
        const lane = (u - 0.333) / (0.003 + near * 0.36);
        const edge = Math.abs(lane);
        const tar = smoothstep(1.02, 0.98, edge);
        const shine = Math.exp(-((lane / 0.75) ** 2)) * (1 - near) ** 1.6;
        blendTowards(pixel, mixColour(linearColour("#433a4c"), linearColour("#f0a184"), shine * 0.72), tar);
        scaleLight(pixel, 1 + tar * 0.22 * (noise(u * 500, v * 500) - 0.5));
        const dash = Math.abs(lane) < 0.016 + 0.004 * near && (far * 1.25) % 1 < 0.5 ? 1 : 0;
        blendTowards(pixel, linearColour("#ffd98c"), dash * 0.85 * smoothstep(0.015, 0.06, near));
        if (edge > 0.88 && edge < 0.915) blendTowards(pixel, linearColour("#f4e2d2"), 0.75);
        blendTowards(pixel, linearColour("#ffcf9a"), 0.8 * Math.exp(-near / 0.035));
      },
      { top: horizon },
    );
    bloom(frame, 0.85, 0.3, 0.04);
    return "";
  },
};

export const lightning: Scene = {
  format: "landscape",
  compose(frame) {
    const random = createRandom(1752);
    sky(frame, gradient([0, "#12142c"], [0.5, "#2c2c58"], [0.8, "#5d4a78"], [1, "#d98a72"]), 0.8);
    clouds(frame, {
      seed: 61,
      horizon: 0.86,
      scale: 0.62,
      stretch: 1.1,
      clear: 0.3,
      softness: 0.4,
      lit: linearColour("#5a5288"),
      shade: linearColour("#15162e"),
      amount: 0.9,
    });
    const bolt = (u: number, v: number, end: number, width: number, power: number, lean: number): void => {
      let x = u;
      let y = v;
      let drift = lean;
      while (y < end) {
        drift = drift * 0.6 + random.bell() * 0.003 + lean * 0.4;
        for (let inch = 0; inch < 4; inch += 1) {
          addBokehDisc(frame, { u: x, v: y, radius: width }, linearColour("#e6dcff"), power, 0);
          x += drift / 4;
          y += 0.0012;
        }
        if (power > 1 && random.chance(0.045))
          bolt(
            x,
            y,
            Math.min(end, y + random.between(0.06, 0.24)),
            width * 0.55,
            power * 0.4,
            random.between(-0.006, 0.006),
          );
      }
    };
    addGlow(frame, { u: 1.0, v: 0.2, radius: 0.3 }, linearColour("#9a8aff"), 0.5);
    addGlow(frame, { u: 0.98, v: 0.5, radius: 0.2 }, linearColour("#b49aff"), 0.25);
    bolt(1.0, 0.14, 0.775, 0.0024, 2.6, 0);
    bolt(0.42, 0.2, 0.77, 0.0013, 0.9, 0.001);
    bloom(frame, 0.7, 0.9, 0.03);
    paint(
      frame,
      (u, v, pixel) =>
        blendTowards(
          pixel,
          linearColour("#51466e"),
          0.55 *
            smoothstep(0.4, 0.75, fbm((u + v * 0.12) * 9, v * 0.8, 3)) *
            Math.exp(-(((u - 0.32) / 0.2) ** 2)) *
            smoothstep(0.2, 0.6, v),
        ),
      { top: 0.2, bottom: 0.8 },
    );
    paintRange(
      frame,
      treetops(hills(15, 0.785, 0.015, 1.4), 3, 0.014, 60),
      linearColour("#191428"),
      linearColour("#241a2c"),
      0.04,
    );
    paintBelow(
      frame,
      () => 0.795,
      (u, _v, depth, pixel) => {
        blendTowards(
          pixel,
          mixColour(linearColour("#3a2c40"), linearColour("#120e1c"), smoothstep(0, 0.2, depth)),
          1,
        );
        scaleLight(pixel, 0.6 + 0.8 * fbm((u * 6) / (depth + 0.1), 3 / (depth + 0.02), 3));
        addLight(
          pixel,
          linearColour("#a898ff"),
          0.14 * Math.exp(-(((u - 0.98) / 0.2) ** 2)) * Math.exp(-depth * 9),
        );
      },
    );
    return `<g fill="#0d0a16"><path d="M300 803v-34l26-16 26 16v34z"/><path d="M352 803v-58h13v58z"/><path d="M398 803v-74h3v74zM384 731l14 2 1-14 3 14 14-2-13 5 3 13-6-11-7 10 3-12z"/></g><path d="M320 778h9v10h-9z" fill="#ffc46c"/>`;
  },
};
