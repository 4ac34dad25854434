import { clouds, sky } from "../render/atmosphere";
import { addLight, blendTowards, gradient, linearColour, scaleLight, smoothstep } from "../render/colour";
import { paint } from "../render/frame";
import { paintRange, peaks } from "../render/land";
import { fbm, noise } from "../render/noise";
import type { Scene } from "../render/render-scene";
import { person } from "../render/shapes";
import { water } from "../render/water";

export const saltFlat: Scene = {
  format: "wide",
  vignette: 0.6,
  compose(frame) {
    const horizon = 0.5;
    sky(
      frame,
      gradient([0, "#8fb0dc"], [0.4, "#c9bfe0"], [0.72, "#f6c3c6"], [0.92, "#ffd9b4"], [1, "#fff0d2"]),
      horizon,
    );
    clouds(frame, {
      seed: 105,
      horizon,
      scale: 0.42,
      stretch: 1.4,
      clear: 0.47,
      softness: 0.24,
      lit: linearColour("#fff6ee"),
      shade: linearColour("#e29aac"),
      amount: 0.85,
    });
    paintRange(frame, peaks(73, 0.492, 0.035, 2), linearColour("#a99abf"), linearColour("#d9b9c4"), 0.03);
    water(frame, {
      seed: 14,
      horizon,
      ripple: 0.06,
      deep: linearColour("#8a86b8"),
      deepness: 0.2,
      shine: 0.95,
    });
    paint(
      frame,
      (u, v, pixel) => {
        const near = (v - horizon) / (1 - horizon);
        const far = 1 / (near + 0.06);
        const x = (u - 0.9) * far * 1.4;
        const crust = 1 - Math.abs(fbm(x * 2.4, far * 3.6, 3) * 2 - 1) * 9;
        blendTowards(pixel, linearColour("#fff4ec"), Math.max(0, crust) * 0.2 * smoothstep(0.1, 0.7, near));
      },
      { top: horizon },
    );
    const shape = `${person(700, 0, 62)} ${person(731, 1, 44)}`;
    return `<g fill="#2c2a48"><path d="${shape}" transform="translate(0 529)"/><path d="${shape}" transform="translate(0 531) scale(1 -.97)" opacity=".5"/><path d="M712 506L722 510" stroke="#2c2a48" stroke-width="4"/></g>`;
  },
};

export const riverDelta: Scene = {
  format: "square",
  vignette: 0.5,
  compose(frame) {
    const silt = gradient(
      [0, "#1c2a3a"],
      [0.3, "#2f5a66"],
      [0.46, "#6f9a8e"],
      [0.52, "#d9c08c"],
      [0.66, "#c2784a"],
      [0.82, "#8a4433"],
      [1, "#4a2a2c"],
    );
    paint(frame, (u, v, pixel) => {
      const flow = v * 1.4 + 0.5 * (fbm(u * 2, v * 2 + 9, 3) - 0.5);
      const warp = fbm(u * 2.6 + 3, flow * 1.5, 3);
      const braid = Math.abs(fbm(u * 4.2 + warp * 2.8 + flow * 0.7, flow * 1.25 + warp * 1.3, 4) - 0.5) * 2;
      const fine = Math.abs(fbm(u * 11 + warp * 6, flow * 3.4 + warp * 4, 3) - 0.5) * 2;
      const land = Math.min(braid * 1.9, 0.25 + fine * 2.2 + braid * 0.6);
      const tone = 0.16 + land * 0.78 + 0.14 * (fbm(u * 20, v * 20, 3) - 0.5);
      blendTowards(pixel, silt(tone), 1);
      const bank = Math.exp(-(((tone - 0.5) / 0.022) ** 2));
      addLight(pixel, linearColour("#fff0cc"), bank * 0.24);
      const sheen = smoothstep(0.5, 0.2, tone) * Math.exp(-(((u + v - 0.7) / 0.5) ** 2));
      addLight(pixel, linearColour("#ffb98a"), sheen * 0.28);
      scaleLight(pixel, 0.88 + 0.24 * noise(u * 90, v * 90));
    });
    return "";
  },
};
